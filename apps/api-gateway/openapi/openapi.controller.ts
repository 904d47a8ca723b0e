import { readFileSync } from 'node:fs';
import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';

const JSON_TYPE = 'application/json; charset=utf-8';

/** The API documents, as `npm run openapi` wrote them; a test keeps them equal to the code. */
@Controller()
@ApiExcludeController()
export class OpenApiController {
  @Get('admin/api/openapi.json')
  @Header('Content-Type', JSON_TYPE)
  admin(): string {
    return read('admin.json');
  }

  @Get('api/v1/openapi.json')
  @Header('Content-Type', JSON_TYPE)
  v1(): string {
    return read('v1.json');
  }
}

function read(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8');
}
