import { Controller, Get, Query } from '@nestjs/common';
import { type AdapterView, type RegistryColumn } from '@govcrawler/contracts';
import { CodeField } from '../http/field-rules.js';
import { ListAdapters } from './list-adapters.js';
import { ListRegistry } from './list-registry.js';

class RegistryQuery {
  @CodeField()
  siteCode?: string;
}

@Controller('admin/api')
export class RegistryController {
  constructor(
    private readonly listAdapters: ListAdapters,
    private readonly listRegistry: ListRegistry,
  ) {}

  @Get('adapters')
  adapters(): AdapterView[] {
    return this.listAdapters.list();
  }

  @Get('registry')
  async registry(@Query() { siteCode }: RegistryQuery): Promise<{ count: number; items: RegistryColumn[] }> {
    const items = await this.listRegistry.list(siteCode);
    return { count: items.length, items };
  }
}
