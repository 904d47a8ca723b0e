import { type Operation, type ParameterSchema, resolveSchema } from './matches-document.conformance.js';

/** A place in a request that somebody else fills. */
export interface RequestField {
  in: 'path' | 'query' | 'body';
  /** `limit`, or the path to it in the body. */
  at: (string | number)[];
  schema: ParameterSchema;
  required: boolean;
}

/** Everything that an operation documents as coming from its caller, in bodies down to the last field. */
export function requestFields({ parameters = [], requestBody }: Operation): RequestField[] {
  const fields: RequestField[] = parameters
    .filter((parameter) => parameter.in === 'path' || parameter.in === 'query')
    .map((parameter) => ({
      in: parameter.in as 'path' | 'query',
      at: [parameter.name],
      schema: resolveSchema(parameter.schema),
      required: parameter.required ?? false,
    }));
  const body = requestBody?.content['application/json']?.schema;
  return body ? [...fields, ...bodyFields(resolveSchema(body), [])] : fields;
}

function bodyFields({ properties = {}, required = [] }: ParameterSchema, at: (string | number)[]): RequestField[] {
  return Object.entries(properties).flatMap(([name, property]): RequestField[] => {
    const schema = resolveSchema(property);
    const place = [...at, name];
    const own: RequestField = { in: 'body', at: place, schema, required: required.includes(name) };
    if (schema.properties) return [own, ...bodyFields(schema, place)];
    const item = schema.items && resolveSchema(schema.items);
    if (!item) return [own];
    const first = [...place, 0];
    return [own, ...(item.properties ? bodyFields(item, first) : [listItem(item, first)])];
  });
}

const listItem = (schema: ParameterSchema, at: (string | number)[]): RequestField => ({
  in: 'body',
  at,
  schema,
  required: false,
});

/** Values that the field's own description forbids. In queries and paths they go as text. */
export function wrongValues({ in: place, schema, at }: RequestField): unknown[] {
  const types = [schema.type ?? []].flat();
  const isText = place !== 'body';
  const wrong: unknown[] = [];
  if (schema.enum) return ['nonsense', 7];
  if (types.includes('integer')) wrong.push('x', 1.5, 'NaN', '1e3');
  if (types.includes('number')) wrong.push('x', 'NaN');
  if (types.some((type) => type === 'integer' || type === 'number')) {
    if (schema.minimum !== undefined) wrong.push(schema.minimum - 1);
    if (schema.maximum !== undefined) wrong.push(schema.maximum < 2 ** 50 ? schema.maximum + 1 : 2 ** 60);
  }
  if (types.includes('boolean')) wrong.push('perhaps', 1);
  if (types.includes('array')) wrong.push('x', {}, 7, [[]]);
  if (types.includes('array') && schema.maxItems && schema.maxItems <= 500) {
    wrong.push(Array.from({ length: schema.maxItems + 1 }, () => 'x'));
  }
  if (types.includes('object') || schema.properties) wrong.push('x', [], 7);
  if (types.includes('string')) {
    if (!isText) wrong.push(7, {}, []);
    if (schema.maxLength !== undefined && schema.maxLength < 10_000) wrong.push('x'.repeat(schema.maxLength + 1));
    if (schema.pattern !== undefined) wrong.push('! !');
    if (schema.format === 'date') wrong.push('2026-02-30', '10000-01-01', '0000-00-00');
    if (schema.format === 'date-time') wrong.push('2026-01-01', '2026-02-30T00:00:00Z');
    if (schema.format === 'uri') wrong.push('ftp://x/', 'x', 'http://user:pw@x/');
  }
  // An item of a list is named by its list.
  return typeof at.at(-1) === 'number' ? wrong.filter((value) => !Array.isArray(value)) : wrong;
}

/** Whether anything that a person types may stand there. */
export function takesAnyText({ schema }: RequestField): boolean {
  return (
    [schema.type].flat().includes('string') && !schema.pattern && !schema.enum && !/^date/.test(schema.format ?? '')
  );
}

/** A copy of a body with another value in one place. */
export function withValue(body: unknown, at: readonly (string | number)[], value: unknown): unknown {
  const [key, ...rest] = at;
  if (key === undefined) return value;
  if (typeof key === 'number') {
    const list = Array.isArray(body) ? [...(body as unknown[])] : [];
    list[key] = withValue(list[key], rest, value);
    return list;
  }
  const object = (body ?? {}) as Record<string, unknown>;
  return { ...object, [key]: withValue(object[key], rest, value) };
}

/** What stands in one place of a body. */
export function valueAt(body: unknown, at: readonly (string | number)[]): unknown {
  return at.reduce<unknown>((part, key) => (part as Record<string | number, unknown> | undefined)?.[key], body);
}
