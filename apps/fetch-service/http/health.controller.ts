import { Controller, Get, Header, ServiceUnavailableException } from '@nestjs/common';
import { FetchServiceInfrastructure } from '../fetch-service-infrastructure.js';
import { WithoutToken } from './internal-token.guard.js';

/** For orchestrators: is the process up, can it work, and its figures. */
@Controller()
@WithoutToken()
export class HealthController {
  constructor(private readonly infrastructure: FetchServiceInfrastructure) {}

  @Get('healthz')
  healthz() {
    return { status: 'ok', service: 'fetch-service' };
  }

  @Get('readyz')
  async readyz() {
    if (this.infrastructure.draining) throw new ServiceUnavailableException('stopping');
    // Host state is what every fetch needs first.
    await this.infrastructure.door.hosts().catch((error: unknown) => {
      throw new ServiceUnavailableException('host state does not answer', { cause: error });
    });
    return { status: 'ready' };
  }

  @Get('metrics')
  @Header('content-type', 'text/plain; version=0.0.4')
  metrics(): Promise<string> {
    return this.infrastructure.door.registry.metrics();
  }
}
