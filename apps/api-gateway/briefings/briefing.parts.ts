import { type Provider, type Type } from '@nestjs/common';
import { type GatewayInfrastructure } from '../gateway-infrastructure.js';
import { bind } from '../http/bind-port.js';
import { BriefedTargets, BriefingDeliveries, BriefingRows } from './briefing-ports.js';
import { BriefingsController } from './briefings.controller.js';
import { DeliverBriefings } from './deliver-briefings.js';
import { DeliveredBriefingsController } from './delivered-briefings.controller.js';
import { PresentBriefing } from './present-briefing.js';

export const BRIEFING_CONTROLLERS: Type[] = [BriefingsController, DeliveredBriefingsController];

export function briefingProviders({ database }: GatewayInfrastructure): Provider[] {
  return [
    bind(BriefingRows, database.briefings),
    bind(BriefingDeliveries, database.briefings),
    bind(BriefedTargets, database.targets),
    PresentBriefing,
    DeliverBriefings,
  ];
}
