import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { type Response, type Test } from 'supertest';

export interface ParameterSchema {
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  items?: ParameterSchema;
  properties?: Record<string, ParameterSchema>;
  additionalProperties?: unknown;
  required?: string[];
  allOf?: ParameterSchema[];
  $ref?: string;
}
export interface Operation {
  parameters?: { in: string; name: string; required?: boolean; schema: ParameterSchema }[];
  requestBody?: { content: Record<string, { schema: ParameterSchema }> };
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
}

/** What the documents say about a route; null for one that they leave out. `path` as express writes it. */
export function documentedOperation(method: string, path: string): Operation | null {
  const template = path.replace(/:(\w+)/g, '{$1}');
  for (const { paths } of documents) {
    const operation = paths[template]?.[method.toLowerCase()];
    if (operation) return operation;
  }
  return null;
}

/** Follows references. */
export function resolveSchema(schema: ParameterSchema): ParameterSchema {
  if (schema.allOf) return resolveSchema(schema.allOf[0]!);
  const name = schema.$ref?.split('/').at(-1);
  if (name === undefined) return schema;
  for (const { components } of documents) if (components.schemas[name]) return components.schemas[name];
  throw new Error(`No schema ${name}`);
}

/** What is wrong with an answer, by the documents; null when nothing is. */
export function documentProblem(method: string, path: string, answer: AnswerFacts): string | null {
  const check = checkOf(method.toLowerCase(), path.split('?')[0]!, answer);
  if (!check || check(answer.body)) return null;
  return `${method} ${path} answered other than documented: ${JSON.stringify(check.errors, null, 1)}`;
}

export interface AnswerFacts {
  status: number;
  type: string;
  body: unknown;
}

/** Compares every JSON answer with the committed API document: nothing missing, nothing undocumented. */
export function matchesDocument(test: Test): Test {
  return test.expect((response: Response) => {
    const { method, path } = (response as unknown as { req: { method: string; path: string } }).req;
    const problem = documentProblem(method, path, response);
    if (problem !== null) throw new Error(problem);
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

function checkOf(method: string, path: string, { status, type }: AnswerFacts): ValidateFunction | null {
  for (const document of documents) {
    for (const [template, item] of Object.entries(document.paths)) {
      const isPath = new RegExp(`^${template.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);
      if (!item[method] || !isPath.test(path)) continue;
      // Of several templates the literal one wins, as it does in the router.
      if (template.includes('{') && document.paths[path]?.[method]) continue;
      const described = item[method].responses[String(status)] ?? item[method].responses['default'];
      // Pages, files and streams are named by their media type alone: there is no JSON to compare.
      const schema = /[/+]json$/.test(type) ? described?.content?.[type]?.schema : undefined;
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
