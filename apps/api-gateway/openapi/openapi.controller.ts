import { readFileSync } from 'node:fs';
import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { NeedsAnyKey } from '../auth/scope.decorator.js';
import { DELIVERY_PROTO } from '../delivery/grpc/delivery-wire.js';

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

  /** The contract of consumers is the same for every key; what a key may do is a matter of its scopes. */
  @Get('api/v1/openapi.json')
  @NeedsAnyKey()
  @Header('Content-Type', JSON_TYPE)
  v1(): string {
    return read('v1.json');
  }

  @Get('api/v1/delivery.proto')
  @NeedsAnyKey()
  @Header('Content-Type', 'text/plain; charset=utf-8')
  proto(): string {
    return readFileSync(DELIVERY_PROTO, 'utf8');
  }
}

function read(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8');
}
