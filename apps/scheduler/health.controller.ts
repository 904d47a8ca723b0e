import { Controller, Get, ServiceUnavailableException } from '@nestjs/common';
import { SchedulerStatus } from './scheduler-status.js';

/** For orchestrators (healthz, readyz) and people (status). */
@Controller()
export class HealthController {
  constructor(private readonly status: SchedulerStatus) {}

  @Get('healthz')
  healthz() {
    return { status: 'ok', service: 'scheduler' };
  }

  @Get('readyz')
  readyz() {
    if (this.status.reconciles === 0)
      throw new ServiceUnavailableException('No schedule was read from the database yet');
    return { status: 'ready', targets: this.status.targets };
  }

  @Get('status')
  all(): SchedulerStatus {
    return this.status;
  }
}
