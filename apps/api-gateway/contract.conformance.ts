import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readOpml } from '@govcrawler/adapters';
import {
  type RequestField,
  requestFields,
  takesAnyText,
  valueAt,
  withValue,
  wrongValues,
} from './contract-fields.conformance.js';
import { contractSamples, type Sample } from './contract-samples.conformance.js';
import { openGateway, routesOf, type GatewayStand, type OpenedDatabase } from './gateway-stand.conformance.js';
import { HOSTILE_ESCAPES, HOSTILE_JSON, hostileTexts, INJECTED } from './hostile-texts.conformance.js';
import { documentedOperation, documentProblem } from './matches-document.conformance.js';
import { PlainClient, type PlainAnswer } from './plain-client.conformance.js';

/** Not JSON, and looked at in tests of their own. */
const ELSEWHERE = ['GET /admin/api/events', 'GET /mcp'];
/** What every person may do: for themselves, and for the article before them. */
const OF_VIEWERS = [
  'POST /admin/api/session',
  'DELETE /admin/api/session',
  'PUT /admin/api/session/password',
  'DELETE /admin/api/sessions/:id',
  'POST /api/articles/:id/fulltext',
];
/** What runs, watches and stops; everything else is changed by admins alone. */
const OF_OPERATORS = [
  ...['POST /mcp', 'POST /api/v1/consumers/:name/ack', 'POST /api/sources/:id/fetch'],
  ...['POST /admin/api/targets/:code/run', 'POST /admin/api/targets/bulk-run', 'POST /admin/api/jobs/:id/cancel'],
  ...['POST /admin/api/jobs/:id/retry', 'POST /admin/api/jobs/retry-failed'],
  ...['POST /admin/api/targets/discover-html', 'POST /admin/api/discoveries/:id/cancel'],
  ...['POST /admin/api/targets/inspect', 'POST /admin/api/inspections/:id/correct'],
  ...['POST /admin/api/targets/:code/parser/try', 'POST /admin/api/targets/:code/parser/compare'],
  ...['POST /admin/api/targets/:code/reparse', 'POST /admin/api/reparses/:id/cancel'],
  'POST /admin/api/targets/:code/propose-selectors',
  ...['POST /admin/api/hosts/:host/pause', 'POST /admin/api/hosts/:host/resume', 'POST /admin/api/hosts/:host/reset'],
  'DELETE /admin/api/hosts/:host/cookies',
  ...['POST /admin/api/briefings', 'POST /admin/api/briefings/:id/cancel', 'POST /admin/api/briefings/:id/deliver'],
  ...['POST /admin/api/attachments/:id/retry', 'POST /admin/api/attachments/retry-failed'],
  'POST /admin/api/articles/summaries',
];
/** These change nothing that anybody else sees, or only say how far somebody is. */
const LEAVE_NO_TRACE = [
  ...['POST /mcp', 'POST /api/v1/consumers/:name/ack', 'POST /admin/api/inspections/:id/correct'],
  ...['POST /admin/api/targets/:code/parser/try', 'POST /admin/api/targets/:code/parser/compare'],
  // Looks at a page or a text, for the person who asks.
  ...['POST /admin/api/targets/inspect', 'POST /admin/api/sources/discover', 'POST /api/articles/:id/fulltext'],
  ...['POST /admin/api/targets/:code/reparse', 'POST /admin/api/targets/:code/propose-selectors'],
  // A tick is the scheduler's: its runs are in the list of jobs.
  'POST /admin/api/targets/:code/run',
  // With Basic there is no session to close.
  'DELETE /admin/api/session',
];
/** Made by whoever names them, or nothing to begin with. */
const KNOW_ANY_NAME = ['PUT /admin/api/hosts/policies/:domain', 'DELETE /admin/api/hosts/policies/:domain'];

/** Given out by the route itself, or in the place of another: followed in tests of their own. */
const INSTEAD = [
  ...['GET /api/v1/articles: query cursor', 'GET /api/v1/changes: query cursor', 'GET /api/v1/changes: query consumer'],
];
/**
 * How many of the hostile texts one field gets where anything may be typed, and elsewhere; the next field gets the next
 * ones. With a public corpus at hand (GOVCRAWLER_CORPORA) every field of the first kind gets all of them.
 */
const TEXTS = { anything: process.env.GOVCRAWLER_CORPORA ? Infinity : 10, chosen: 2 };

const HOSTILE_HEADERS = Object.entries({
  ...{ 'If-Match': 'W/"', 'If-None-Match': '*, "x"', Range: 'bytes=9-1,-5', 'Idempotency-Key': '${7*7}' },
  ...{ 'Last-Event-ID': '-1', 'X-Request-Id': '<script>', 'Accept-Encoding': 'x'.repeat(2000) },
});

/** Every route, with good and with bad requests, on whatever database stands behind it. */
export function describeContract(name: string, open: () => Promise<OpenedDatabase>): void {
  describe(`the contract of every route on ${name}`, () => {
    let stand: GatewayStand;
    let client: PlainClient;
    let samples: Record<string, Sample>;
    const sitesFolder = mkdtempSync(join(tmpdir(), 'contract-sites-'));

    beforeAll(async () => {
      stand = await openGateway(open);
      client = new PlainClient(stand.address);
      samples = await contractSamples(stand, sitesFolder);
      await stand.as('viewer');
      await stand.as('operator');
    }, 120_000);
    afterAll(async () => {
      client?.close();
      await stand?.close();
      rmSync(sitesFolder, { recursive: true });
    });

    const each = (): [route: string, method: string, path: string, sample: Sample][] =>
      Object.entries(samples).map(([route, sample]) => [route, ...(route.split(' ') as [string, string]), sample]);
    const send = (method: string, { path, body, headers }: Sample, username?: string) =>
      client.ask({
        ...{ method, path, headers, username },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });

    it('is tried in full: no route, parameter or field is left out', () => {
      expect(Object.keys(samples).sort()).toEqual(
        routesOf(stand)
          .filter((route) => !ELSEWHERE.includes(route))
          .sort(),
      );
      const missing = each().flatMap(([route, method, path, sample]) =>
        requestFields(documentedOperation(method, path) ?? { responses: {} })
          .filter((field) => !isIn(sample, field))
          .map(({ in: place, at }) => `${route}: ${place} ${at.join('.')}`),
      );
      expect(missing.sort()).toEqual([...INSTEAD].sort());
    });

    it('lets viewers change nothing, and operators no more than they run', async () => {
      const wrong: unknown[] = [];
      for (const [route, method, , sample] of each().filter(([, method]) => method !== 'GET')) {
        if (OF_VIEWERS.includes(route)) continue;
        for (const role of OF_OPERATORS.includes(route) ? ['viewer'] : ['viewer', 'operator']) {
          const { status, body } = await send(method, sample, `the-${role}`);
          if (status !== 403 || codeOf(body) !== 'forbidden') wrong.push([role, route, status, body]);
        }
      }
      expect(wrong).toEqual([]);
    }, 60_000);

    it('says of every parameter and field what is wrong with it', async () => {
      const wrong: unknown[] = [];
      const refuse = async (route: string, what: string, answer: PlainAnswer, field: string | null) => {
        const { title, code, field: named } = (answer.body ?? {}) as Record<string, string>;
        const isProblem = answer.type === 'application/problem+json' && /\p{Script=Han}/u.test(title ?? '') && code;
        const [method, path] = route.split(' ') as [string, string];
        const problem = documentProblem(method, path, answer);
        const isNamed = field === null || (named !== undefined && (named === field || named.startsWith(`${field}.`)));
        if (answer.status < 400 || answer.status >= 500 || !isProblem || problem !== null || !isNamed) {
          wrong.push([route, what, field, answer.status, answer.text.slice(0, 300), problem]);
        }
      };
      for (const [route, method, path, sample] of each()) {
        const fields = requestFields(documentedOperation(method, path) ?? { responses: {} });
        for (const field of fields) {
          const name = field.at.filter((key) => typeof key === 'string' || field.at.at(-1) !== key).join('.');
          if (field.in === 'path') {
            if (KNOW_ANY_NAME.includes(route)) continue;
            const isId = [field.schema.type].flat().some((type) => type === 'integer' || type === 'number');
            if (isId) await refuse(route, 'x', await send(method, withText(sample, path, field, 'x')), name);
            const unknown = isId ? '999999999' : 'nobody.anywhere';
            await refuse(route, 'unknown', await send(method, withText(sample, path, field, unknown)), null);
            continue;
          }
          for (const value of wrongValues(field)) {
            const changed =
              field.in === 'query'
                ? withText(sample, path, field, encodeURIComponent(String(value)))
                : { ...sample, body: withValue(sample.body, field.at, value) as Sample['body'] };
            await refuse(route, JSON.stringify(value)?.slice(0, 60) ?? '', await send(method, changed), name);
          }
          if (field.required) {
            const without =
              field.in === 'query'
                ? { ...sample, path: sample.path.replace(new RegExp(`([?&])${name}=[^&]*`), '$1') }
                : { ...sample, body: withValue(sample.body, field.at, undefined) as Sample['body'] };
            await refuse(route, 'missing', await send(method, without), name);
          }
        }
        if (fields.some((field) => field.in === 'query')) {
          const path_ = `${sample.path}&nonsense=1`;
          await refuse(route, 'nonsense', await send(method, { ...sample, path: path_ }), 'nonsense');
        }
        if (fields.some((field) => field.in === 'body')) {
          const body = { ...sample.body, nonsense: 1 };
          await refuse(route, 'nonsense', await send(method, { ...sample, body }), 'nonsense');
          for (const text of ['[]', '"x"', '{', 'null']) {
            await refuse(route, text, await client.ask({ method, path: sample.path, body: text }), null);
          }
        }
      }
      expect(wrong).toEqual([]);
    }, 300_000);

    it('grants a good request on every route, as documented, and writes down every change', async () => {
      const wrong: unknown[] = [];
      const written = async () => (await stand.database.audit.list({ limit: 1, offset: 0 })).total;
      for (const [route, method, , sample] of each()) {
        const before = method === 'GET' ? 0 : await written();
        const answer = await send(method, sample);
        const problem = documentProblem(method, sample.path, answer);
        if (answer.status >= 300 || problem) wrong.push([route, answer.status, answer.text.slice(0, 300), problem]);
        if (answer.status === 202 && !answer.headers.location && !isNamedByItself(answer))
          wrong.push([route, 'no Location']);
        if (method === 'GET' || LEAVE_NO_TRACE.includes(route)) continue;
        if ((await written()) === before) wrong.push([route, 'left nothing in the audit log']);
      }
      expect(wrong).toEqual([]);
    }, 120_000);

    it('holds against hostile text in every parameter and field', async () => {
      const texts = hostileTexts();
      const broken: unknown[] = [];
      let turn = 0;
      const look = (what: unknown[], answer: PlainAnswer) => {
        const isInjected = answer.headers[INJECTED] !== undefined || answer.text.includes(`\n${INJECTED}`);
        // Stored pages are shown, but can do nothing.
        const isShut = String(answer.headers['content-security-policy']).startsWith('sandbox;');
        const isPage =
          (answer.type === 'text/html' && !isShut) || answer.headers['x-content-type-options'] !== 'nosniff';
        if (answer.status >= 500 || isInjected || isPage) {
          broken.push([...what.map((part) => String(part).slice(0, 120)), answer.status, answer.text.slice(0, 200)]);
        }
      };
      for (const [route, method, path, sample] of each()) {
        // Guesses of passwords are counted, and what is hashed is slow on purpose: other tests know them.
        if (/^P\w+ \/admin\/api\/(?:session|users)/.test(route)) continue;
        for (const field of requestFields(documentedOperation(method, path) ?? { responses: {} })) {
          const at = `${field.in} ${field.at.join('.')}`;
          const free = takesAnyText(field) && field.in !== 'path';
          const count = Math.min(texts.length, free ? TEXTS.anything : TEXTS.chosen);
          const few = Array.from({ length: count }, () => texts[turn++ % texts.length]!);
          for (const text of few) {
            if (field.in === 'body') {
              const body = withValue(sample.body, field.at, text) as Sample['body'];
              look([route, at, text], await send(method, { ...sample, body }));
            } else {
              look([route, at, text], await send(method, withText(sample, path, field, percent(text).slice(0, 6000))));
            }
          }
          if (field.in === 'body') {
            const json = HOSTILE_JSON[turn++ % HOSTILE_JSON.length]!;
            const body = JSON.stringify(withValue(sample.body, field.at, '@@')).replace('"@@"', () => json);
            look([route, at, json], await client.ask({ method, path: sample.path, body }));
          } else {
            for (let n = 0; n < 3; n += 1) {
              const escape = HOSTILE_ESCAPES[turn++ % HOSTILE_ESCAPES.length]!;
              look([route, at, escape], await send(method, withText(sample, path, field, escape)));
            }
          }
          if (field.in === 'query') {
            for (const more of [
              `${field.at[0]}=a&${field.at[0]}=b`,
              `${field.at[0]}[]=a`,
              `${field.at[0]}[__proto__]=a`,
            ]) {
              look([route, more], await send(method, { ...sample, path: `${sample.path.split('?')[0]}?${more}` }));
            }
          }
        }
        for (let n = 0; n < 5 && method !== 'GET'; n += 1) {
          const json = HOSTILE_JSON[turn++ % HOSTILE_JSON.length]!;
          look([route, 'body', json], await client.ask({ method, path: sample.path, body: json }));
        }
        for (const [header, value] of HOSTILE_HEADERS) {
          look([route, header], await send(method, { ...sample, headers: { ...sample.headers, [header]: value } }));
        }
      }
      expect(broken).toEqual([]);
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    }, 600_000);

    it('still answers afterwards, and what it stored leaves well-formed', async () => {
      const huge = await client.ask({
        method: 'POST',
        path: '/admin/api/targets',
        body: `{"name":"${'x'.repeat(1_000_000)}"}`,
      });
      expect([huge.status, codeOf(huge.body)]).toEqual([413, 'body_too_large']);
      for (const path of ['/admin/api/sites', '/admin/api/local-departments', '/admin/api/sources?limit=100']) {
        expect([path, (await stand.get(path)).status]).toEqual([path, 200]);
      }
      const opml = await client.ask({ method: 'GET', path: '/admin/api/sources/opml' });
      const feeds = opml.text.match(/ xmlUrl="/g) ?? [];
      expect(feeds.length).toBeGreaterThan(0);
      expect(readOpml(opml.text)).toHaveLength(feeds.length);
      expect(opml.text).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
    });
  });
}

function codeOf(body: unknown): unknown {
  return (body as { code?: unknown } | null)?.code;
}

/** Whether the sample has something in this place. */
function isIn({ path, body }: Sample, { in: place, at }: RequestField): boolean {
  if (place === 'path') return true;
  if (place === 'query') return new URL(path, 'http://x').searchParams.has(String(at[0]));
  return valueAt(body, at) !== undefined;
}

/** A request with other text in one parameter, just as it goes out. */
function withText(sample: Sample, template: string, { in: place, at: [name] }: RequestField, text: string): Sample {
  const [path = '', query = ''] = sample.path.split('?');
  if (place === 'path') {
    const names = template.split('/');
    const parts = path.split('/').map((part, index) => (names[index] === `:${name}` ? text : part));
    return { ...sample, path: query === '' ? parts.join('/') : `${parts.join('/')}?${query}` };
  }
  const others = query.split('&').filter((pair) => pair.split('=')[0] !== name);
  return { ...sample, path: `${path}?${[...others, `${name}=${text}`].join('&')}` };
}

/** Percent-encoded, also what is no text: half of a pair goes as the three bytes that it would be. */
function percent(text: string): string {
  return text.replace(/[\s\S]/gu, (sign) => {
    const code = sign.codePointAt(0)!;
    if (code < 0xd800 || code > 0xdfff) return encodeURIComponent(sign);
    return [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)]
      .map((byte) => `%${byte.toString(16).toUpperCase()}`)
      .join('');
  });
}

/** Work that is accepted says where it is found: by Location, or by its number in the answer. */
function isNamedByItself({ body }: PlainAnswer): boolean {
  return (
    typeof body === 'object' && body !== null && ['id', 'deliveryId', 'accepted', 'retried'].some((key) => key in body)
  );
}
