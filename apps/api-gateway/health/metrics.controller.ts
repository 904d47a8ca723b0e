import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { createMetrics } from '@govcrawler/platform';
import { ManageConsumers } from '../delivery/manage-consumers.js';
import { GatewayInfrastructure } from '../gateway-infrastructure.js';
import { registerGatewayGauges } from './gateway-gauges.js';

/** Figures for Prometheus, for callers with an account (basic_auth): they tell how much is collected from where. */
@ApiExcludeController()
@Controller()
export class MetricsController {
  private readonly registry = createMetrics('api-gateway');

  constructor(infrastructure: GatewayInfrastructure, consumers: ManageConsumers) {
    registerGatewayGauges(this.registry, infrastructure, consumers);
  }

  @Get('metrics')
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  metrics(): Promise<string> {
    return this.registry.metrics();
  }
}
