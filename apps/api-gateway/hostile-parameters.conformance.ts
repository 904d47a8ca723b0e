import { readFileSync } from 'node:fs';
import request from 'supertest';
import { PASSWORD, USER, type GatewayStand } from './gateway-stand.conformance.js';

interface Parameter {
  in: string;
  name: string;
  schema: { type?: string };
}
interface Operation {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: { $ref?: string } }> };
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { properties?: Record<string, unknown> }> };
}

/** Written by ourselves: what breaks SQL, HTML, JSON, shells, paths, numbers and encodings. */
const TEXTS = [
  `'; DROP TABLE article; -- "\\`,
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  '%_!%00\u0000\u0007\u202e\ufffe\u{1f600}𠮷',
  '../../../../etc/passwd\n\r\tSet-Cookie: a=b',
  '{"$gt":""}',
  'NaN',
  '__proto__',
  'ﷺ'.repeat(300),
];
// Streams never end; wrong passwords are counted, and would lock the tests out.
const LEFT_OUT = new Set(['get /admin/api/events', 'put /admin/api/session/password', 'post /admin/api/session']);

/** Every parameter of every documented route, so that a new route is tried without anybody thinking of it. */
export function describeHostileParameters(openStand: () => GatewayStand): void {
  it.each(['admin', 'v1'])(
    'takes hostile text in every parameter that %s.json documents',
    async (name) => {
      const stand = openStand();
      const document = JSON.parse(readFileSync(`apps/api-gateway/openapi/${name}.json`, 'utf8')) as Document;
      const broken: unknown[] = [];
      let asked = 0;
      const ask = async (method: string, path: string, body?: object) => {
        const sent = request(stand.address)[method as 'get'](path).auth(USER, PASSWORD);
        const answer = await (method === 'get' || method === 'delete'
          ? sent
          : sent.type('application/json').send(JSON.stringify(body ?? {})));
        asked += 1;
        const isHtml = answer.type === 'text/html';
        if (answer.status >= 500 || isHtml) broken.push([method, path.slice(0, 200), body, answer.status, answer.text]);
      };
      for (const [template, item] of Object.entries(document.paths)) {
        for (const [method, operation] of Object.entries(item)) {
          if (LEFT_OUT.has(`${method} ${template}`)) continue;
          const parameters = operation.parameters ?? [];
          const queries = parameters.filter((one) => one.in === 'query').map((one) => one.name);
          const schema = operation.requestBody?.content['application/json']?.schema.$ref?.split('/').at(-1);
          const fields = Object.keys((schema && document.components.schemas[schema]?.properties) || {});
          const at = (text: string) => template.replace(/\{\w+\}/g, () => encodeURIComponent(text).slice(0, 900));
          const isPlain = !template.includes('{');
          // One text for each parameter, the next one for the next: all of them in turn over all of the routes.
          const next = () => TEXTS[asked % TEXTS.length]!;
          if (!isPlain) await ask(method, at(next()));
          for (const query of queries) await ask(method, `${at('1')}?${query}=${encodeURIComponent(next())}`);
          for (const field of fields) await ask(method, at('1'), { version: '*', [field]: next() });
          if (fields.length > 0) await ask(method, at('1'), Object.fromEntries(fields.map((f) => [f, TEXTS[0]])));
          if (fields.length > 0) await ask(method, at('1'), Object.fromEntries(fields.map((f) => [f, { a: [null] }])));
        }
      }
      expect(broken).toEqual([]);
      if (Object.keys(document.paths).length > 0) expect(asked).toBeGreaterThan(Object.keys(document.paths).length);
    },
    240_000,
  );
}
