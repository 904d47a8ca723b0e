import { Controller, Get } from '@nestjs/common';
import { type SiteView } from '@govcrawler/contracts';
import { ListSites } from './list-sites.js';

@Controller('admin/api/sites')
export class SitesController {
  constructor(private readonly listSites: ListSites) {}

  @Get()
  list(): Promise<SiteView[]> {
    return this.listSites.list();
  }
}
