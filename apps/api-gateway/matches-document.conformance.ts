import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { type Response, type Test } from 'supertest';

interface Operation {
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
}

/** Compares every JSON answer with the committed API document: nothing missing, nothing undocumented. */
export function matchesDocument(test: Test): Test {
  return test.expect((response: Response) => {
    const { method, path } = (response as unknown as { req: { method: string; path: string } }).req;
    const check = checkOf(method.toLowerCase(), path.split('?')[0]!, response);
    if (check && !check(response.body)) {
      throw new Error(`${method} ${path} answered other than documented: ${JSON.stringify(check.errors, null, 1)}`);
    }
  });
}

const documents: Document[] = ['admin', 'v1'].map((name) => readDocument(name));
const checks = new Map<object, ValidateFunction>();

function readDocument(name: string): Document {
  const document = JSON.parse(readFileSync(`apps/api-gateway/openapi/${name}.json`, 'utf8')) as Document;
  closeObjects(document.components.schemas);
  return document;
}

/** Fields that are not documented are refused here, though clients are free to ignore them. */
function closeObjects(part: unknown): void {
  if (part === null || typeof part !== 'object') return;
  const schema = part as Record<string, unknown>;
  if (schema['type'] === 'object' && schema['properties']) schema['additionalProperties'] ??= false;
  Object.values(schema).forEach(closeObjects);
}

function checkOf(method: string, path: string, { status, type }: Response): ValidateFunction | null {
  for (const document of documents) {
    for (const [template, item] of Object.entries(document.paths)) {
      const isPath = new RegExp(`^${template.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);
      if (!item[method] || !isPath.test(path)) continue;
      // Of several templates the literal one wins, as it does in the router.
      if (template.includes('{') && document.paths[path]?.[method]) continue;
      const described = item[method].responses[String(status)] ?? item[method].responses['default'];
      // Pages, files and streams are named by their media type alone: there is no JSON to compare.
      const schema = type.endsWith('json') ? described?.content?.[type]?.schema : undefined;
      return schema ? compile(schema, document) : null;
    }
  }
  return null;
}

function compile(schema: object, document: Document): ValidateFunction {
  let check = checks.get(schema);
  if (!check) {
    const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
    check = ajv.compile({ ...schema, components: document.components });
    checks.set(schema, check);
  }
  return check;
}
