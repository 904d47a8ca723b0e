import { Body, Controller, Delete, Get, Headers, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { type DomainRulesView, type HostRow, type PageOf } from '@govcrawler/contracts';
import { CurrentActor, type Actor } from '../auth/actor.decorator.js';
import { Needs } from '../auth/role.decorator.js';
import { EditBoolean, EditNumber, EditText } from '../http/edit-rules.js';
import { editVersion } from '../http/edit-version.js';
import { ChoiceField, IntField, TextField } from '../http/field-rules.js';
import { ProblemException } from '../http/problem.js';
import { ManageHosts } from './manage-hosts.js';

class HostsQuery {
  /** Part of the name. */
  @TextField({ max: 261 })
  q?: string;

  @ChoiceField(['ready', 'cooling', 'open', 'half_open', 'retry_after', 'paused'] satisfies HostRow['state'][])
  state?: HostRow['state'];

  @IntField({ min: 1, max: 200 })
  limit = 50;

  @IntField({ min: 0, max: 1_000_000 })
  offset = 0;
}

class PauseBody {
  /** Without it a day. */
  @IntField({ min: 1, max: 24 * 90 })
  hours = 24;
}

class HostPolicyBody {
  /** Requests at the same time; null: any number. One crawl per host at a time holds all the same. */
  @EditNumber({ min: 1, max: 100, required: true, nullable: true })
  concurrency: number | null;

  @EditNumber({ min: 0.001, max: 1000, required: true, nullable: true })
  requestsPerSec: number | null;

  @EditNumber({ min: 0, max: 86_400, required: true })
  intervalSec: number;

  /** One budget for the whole domain instead of one per host. */
  @EditBoolean()
  shared?: boolean;

  /** Of all policies, as read; `*` overwrites. */
  @EditText({ max: 100 })
  version?: string;
}

const HOST = /^[a-z0-9.-]{1,253}(:\d{1,5})?$/;
const DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)*$/;

@Controller('admin/api/hosts')
export class HostsController {
  constructor(private readonly hosts: ManageHosts) {}

  @Get()
  list(@Query() query: HostsQuery): Promise<PageOf<HostRow>> {
    return this.hosts.list({ ...query, q: query.q?.toLowerCase() });
  }

  @Get('policies')
  policies(): Promise<DomainRulesView> {
    return this.hosts.rules();
  }

  /** Limits for a domain and everything under it, in force at once in every replica. */
  @Put('policies/:domain')
  @Needs('admin')
  setPolicy(
    @Param('domain') domain: string,
    @Body() body: HostPolicyBody,
    @Headers('if-match') ifMatch: string | undefined,
    @CurrentActor() actor: Actor,
  ): Promise<DomainRulesView> {
    const { concurrency, requestsPerSec, intervalSec, shared = false, version } = body;
    const name = domainOf(domain);
    const rule = { domain: name, concurrency, requestsPerSec, intervalSec, shared };
    return this.hosts.setRule(name, rule, editVersion(ifMatch, version), actor);
  }

  /** Gives a domain back to the built-in limits. */
  @Delete('policies/:domain')
  @Needs('admin')
  dropPolicy(
    @Param('domain') domain: string,
    @Headers('if-match') ifMatch: string | undefined,
    @CurrentActor() actor: Actor,
  ): Promise<DomainRulesView> {
    return this.hosts.setRule(domainOf(domain), null, editVersion(ifMatch ?? '*', undefined), actor);
  }

  @Get(':host')
  async read(@Param('host') host: string): Promise<HostRow> {
    return found(await this.hosts.read(hostOf(host)), host);
  }

  /** Leaves the host alone: nothing more is fetched from it, and its targets do not run. */
  @Post(':host/pause')
  @Needs('operator')
  @HttpCode(200)
  async pause(
    @Param('host') host: string,
    @Body() { hours }: PauseBody,
    @CurrentActor() actor: Actor,
  ): Promise<HostRow> {
    return found(await this.hosts.pause(await this.known(host), hours, actor), host);
  }

  @Post(':host/resume')
  @Needs('operator')
  @HttpCode(200)
  async resume(@Param('host') host: string, @CurrentActor() actor: Actor): Promise<HostRow> {
    return found(await this.hosts.resume(await this.known(host), actor), host);
  }

  /** Forgets cooldown, breaker and Retry-After: the next request goes out at once. */
  @Post(':host/reset')
  @Needs('operator')
  @HttpCode(200)
  async reset(@Param('host') host: string, @CurrentActor() actor: Actor): Promise<HostRow> {
    return found(await this.hosts.reset(await this.known(host), actor), host);
  }

  @Delete(':host/cookies')
  @Needs('operator')
  async dropCookies(@Param('host') host: string, @CurrentActor() actor: Actor): Promise<HostRow> {
    return found(await this.hosts.dropCookies(await this.known(host), actor), host);
  }

  /** A typing error must not pause a host that does not exist. */
  private async known(host: string): Promise<string> {
    return found(await this.hosts.read(hostOf(host)), host).host;
  }
}

function hostOf(host: string): string {
  const name = host.toLowerCase();
  if (!HOST.test(name)) throw notFound(host);
  return name;
}

function domainOf(domain: string): string {
  const name = domain.toLowerCase().replace(/^\./, '');
  if (DOMAIN.test(name) && name.length <= 253) return name;
  throw new ProblemException('validation_failed', { errors: [{ field: 'domain', message: '必须是域名' }] });
}

function found(row: HostRow | null, host: string): HostRow {
  if (!row) throw notFound(host);
  return row;
}

function notFound(host: string): ProblemException {
  return new ProblemException('host_not_found', { detail: `没有主机 ${host.slice(0, 261)}` });
}
