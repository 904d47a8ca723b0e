import { Controller, Get, Header, ServiceUnavailableException } from '@nestjs/common';
import { createMetrics } from '@govcrawler/platform';
import { Gauge } from 'prom-client';
import { SchedulerStatus } from './scheduler-status.js';

/** For orchestrators (healthz, readyz) and people (status). */
@Controller()
export class HealthController {
  private readonly registry = createMetrics('scheduler');

  constructor(private readonly status: SchedulerStatus) {
    new Gauge({
      name: 'govcrawler_scheduled_targets',
      help: 'Targets with a schedule',
      registers: [this.registry],
      collect() {
        this.set(status.targets);
      },
    });
  }

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

  @Get('metrics')
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  metrics(): Promise<string> {
    return this.registry.metrics();
  }

  @Get('status')
  all(): SchedulerStatus {
    return this.status;
  }
}
