import { Controller, Get, Query } from '@nestjs/common';
import { type AlertView } from '@govcrawler/contracts';
import { IntField } from '../http/field-rules.js';
import { ListAlerts } from './list-alerts.js';

class AlertsQuery {
  @IntField({ min: 1, max: 24 * 30 })
  hours = 24;
}

@Controller('admin/api/alerts')
export class AlertsController {
  constructor(private readonly listAlerts: ListAlerts) {}

  @Get()
  async list(@Query() { hours }: AlertsQuery): Promise<{ hours: number; count: number; items: AlertView[] }> {
    const items = await this.listAlerts.list(hours);
    return { hours, count: items.length, items };
  }
}
