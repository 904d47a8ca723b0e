import { type OpenAPIObject } from '@nestjs/swagger';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';

export function documentText(document: OpenAPIObject): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** The types by which openapi-fetch knows every call. */
export async function clientTypes(document: OpenAPIObject): Promise<string> {
  const nodes = await openapiTS(document as unknown as OpenAPI3);
  return `// Generated from the API document: npm run openapi\n\n${astToString(nodes)}`;
}
