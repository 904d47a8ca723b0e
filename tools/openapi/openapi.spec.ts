import { readFileSync } from 'node:fs';
import { describeApi } from './describe-api.js';
import { clientTypes, documentText } from './write-documents.js';

/** Whoever changes a route, a rule or an answer writes the documents anew: npm run openapi. */
describe('the committed API documents', () => {
  let described: Awaited<ReturnType<typeof describeApi>>;
  beforeAll(async () => {
    described = await describeApi();
  }, 60_000);

  it('say what the code does, and the console is typed by them', async () => {
    for (const [{ file, client }, document] of described) {
      expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(documentText(document)));
      if (client) expect(readFileSync(client, 'utf8')).toBe(await clientTypes(document));
    }
  });

  it('describe the answer of every route that has one', () => {
    const [admin] = described.values();
    const silent = Object.entries(admin!.paths).flatMap(([path, item]) =>
      Object.entries(item as Record<string, { responses: Record<string, { content?: unknown }> }>)
        .filter(([, { responses }]) => !responses['204'])
        .filter(([, { responses }]) => !Object.entries(responses).some(([code, one]) => code < '3' && one.content))
        .map(([method]) => `${method} ${path}`),
    );
    expect(silent).toEqual([]);
  });
});
