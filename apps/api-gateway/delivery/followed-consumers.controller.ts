import { Controller, Get } from '@nestjs/common';
import { type ConsumerView } from '@govcrawler/contracts';
import { ManageConsumers } from './manage-consumers.js';

/** Who takes documents and how far each is behind, for people at the console. */
@Controller('admin/api/consumers')
export class FollowedConsumersController {
  constructor(private readonly consumers: ManageConsumers) {}

  @Get()
  async list(): Promise<{ items: ConsumerView[] }> {
    return { items: await this.consumers.list() };
  }
}
