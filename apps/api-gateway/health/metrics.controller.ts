import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { GatewayInfrastructure } from '../gateway-infrastructure.js';

/** Figures for Prometheus, for callers with an account (basic_auth): they tell how much is collected from where. */
@ApiExcludeController()
@Controller()
export class MetricsController {
  private readonly registry = new Registry();

  constructor({ database }: GatewayInfrastructure) {
    const { registry } = this;
    registry.setDefaultLabels({ service: 'api-gateway' });
    collectDefaultMetrics({ register: registry });
    new Gauge({
      name: 'govcrawler_jobs',
      help: 'Crawl jobs by state',
      labelNames: ['state'],
      registers: [registry],
      async collect() {
        this.reset();
        for (const [state, jobs] of Object.entries(await database.statistics.jobsByState())) this.set({ state }, jobs);
      },
    });
    new Gauge({
      name: 'govcrawler_incidents',
      help: 'Troubles that last, by rule and severity',
      labelNames: ['rule', 'severity'],
      registers: [registry],
      async collect() {
        this.reset();
        for (const { rule, severity } of await database.alerts.openIncidents()) this.inc({ rule, severity });
      },
    });
  }

  @Get('metrics')
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  metrics(): Promise<string> {
    return this.registry.metrics();
  }
}
