import { NestFactory } from '@nestjs/core';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { GatewayModule, VERSION, type GatewayInfrastructure } from '@govcrawler/api-gateway';
import { readControllers, type RouteFacts } from './read-controllers.js';
import { type Schema } from './type-schema.js';

/** One published document: the routes under its prefixes that no longer prefix of another document claims. */
export interface ApiDocument {
  title: string;
  prefixes: string[];
  /** Where the gateway reads it. */
  file: string;
  /** Types of a client for it, where one of ours calls it. */
  client: string | null;
}

export const DOCUMENTS: ApiDocument[] = [
  {
    title: 'GovCrawler admin API',
    prefixes: ['/admin/api', '/api'],
    file: 'apps/api-gateway/openapi/admin.json',
    client: 'apps/console/api/admin-api.d.ts',
  },
  {
    title: 'GovCrawler document API',
    prefixes: ['/api/v1'],
    file: 'apps/api-gateway/openapi/v1.json',
    client: null,
  },
];

type Operation = Record<string, unknown> & {
  operationId: string;
  parameters?: { in: string; name: string; required: boolean; schema: Schema }[];
  responses: Record<string, { description?: string; content?: unknown }>;
};

/** All documents, generated from the controllers: routes and rules as Nest knows them, answers as the compiler does. */
export async function describeApi(): Promise<Map<ApiDocument, OpenAPIObject>> {
  const { routes, components, problem } = readControllers('apps/api-gateway', 'tsconfig.json');
  const whole = await describeRoutes();
  for (const operation of operationsOf(whole)) complete(operation, routes.get(operation.operationId)!, problem);
  const schemas = { ...whole.components?.schemas, ...components } as Record<string, Schema>;
  return new Map(
    DOCUMENTS.map((document) => {
      const paths = Object.fromEntries(
        Object.entries(whole.paths)
          .filter(([path]) => ownerOf(path) === document)
          .sort(([a], [b]) => (a < b ? -1 : 1)),
      );
      const used = { ...whole, info: { ...whole.info, title: document.title }, paths, components: {} };
      used.components = {
        schemas: reachable(paths, schemas),
        securitySchemes: whole.components?.securitySchemes,
      };
      return [document, used];
    }),
  );
}

/** The routes with their parameters and bodies, from the module as it is wired; nothing is connected to. */
async function describeRoutes(): Promise<OpenAPIObject> {
  const nothing: unknown = new Proxy(() => undefined, { get: (_, key) => (key === 'then' ? undefined : nothing) });
  const infrastructure = { database: nothing, lanes: nothing, logger: nothing } as unknown as GatewayInfrastructure;
  const nest = await NestFactory.create(GatewayModule.forRoot(infrastructure), { logger: false, preview: true });
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('GovCrawler')
    .setVersion(VERSION)
    .addCookieAuth('govcrawler_session', { type: 'apiKey', in: 'cookie' }, 'session')
    .addBasicAuth({ type: 'http' }, 'basic')
    .addBearerAuth({ type: 'http', bearerFormat: 'gck_…' }, 'key')
    .addSecurityRequirements('session')
    .addSecurityRequirements('basic')
    .build();
  return SwaggerModule.createDocument(nest, config, {
    operationIdFactory: (controller, method) => `${controller}.${method}`,
  });
}

function complete(operation: Operation, { answer, produces, description, headers }: RouteFacts, problem: Schema): void {
  operation.operationId = operation.operationId.replace('Controller.', '_');
  if (description) operation['description'] = description;
  for (const name of headers) {
    operation.parameters ??= [];
    operation.parameters.push({ in: 'header', name, required: false, schema: { type: 'string' } });
  }
  for (const [status, response] of Object.entries(operation.responses)) {
    response.description ||= DESCRIPTIONS[status] ?? 'Done';
    if (!status.startsWith('2')) continue;
    if (answer) response.content = { 'application/json': { schema: answer } };
    else if (produces.length > 0) {
      response.content = Object.fromEntries(produces.map((type) => [type, { schema: { type: 'string' } }]));
    }
  }
  operation.responses['default'] = {
    description: 'Refused, or failed: the code says why',
    content: { 'application/problem+json': { schema: problem } },
  };
  if (operation['x-anonymous']) {
    operation['security'] = [];
    delete operation['x-anonymous'];
  }
}

const DESCRIPTIONS: Record<string, string> = {
  '200': 'Done',
  '201': 'Created',
  '202': 'Accepted; Location says where to look',
  '204': 'Done, nothing to say',
};

function ownerOf(path: string): ApiDocument | undefined {
  const claims = DOCUMENTS.flatMap((document) => document.prefixes.map((prefix) => ({ document, prefix })));
  return claims
    .filter(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`))
    .sort((a, b) => b.prefix.length - a.prefix.length)[0]?.document;
}

function operationsOf({ paths }: OpenAPIObject): Operation[] {
  return Object.values(paths).flatMap((item) => Object.values(item) as Operation[]);
}

/** The schemas that something refers to, in the order of their names. */
function reachable(root: unknown, schemas: Record<string, Schema>): Record<string, Schema> {
  const found = new Set<string>();
  const visit = (part: unknown) => {
    for (const [, name] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (found.has(name!)) continue;
      found.add(name!);
      if (!schemas[name!]) throw new Error(`Nothing describes ${name}`);
      visit(schemas[name!]);
    }
  };
  visit(root);
  return Object.fromEntries([...found].sort().map((name) => [name, schemas[name]!]));
}
