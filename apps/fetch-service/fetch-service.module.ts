import { DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { FetchServiceInfrastructure } from './fetch-service-infrastructure.js';
import { CredentialsController } from './http/credentials.controller.js';
import { FetchController } from './http/fetch.controller.js';
import { HealthController } from './http/health.controller.js';
import { InternalTokenGuard } from './http/internal-token.guard.js';
import { TransientFilter } from './http/transient.filter.js';

/** The endpoints of the fetch service around one opened infrastructure. */
@Module({})
export class FetchServiceModule {
  static forRoot(infrastructure: FetchServiceInfrastructure): DynamicModule {
    return {
      module: FetchServiceModule,
      controllers: [CredentialsController, FetchController, HealthController],
      providers: [
        { provide: FetchServiceInfrastructure, useValue: infrastructure },
        { provide: APP_GUARD, useClass: InternalTokenGuard },
        { provide: APP_FILTER, useClass: TransientFilter },
      ],
    };
  }
}
