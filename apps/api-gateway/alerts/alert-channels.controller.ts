import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Res } from '@nestjs/common';
import {
  ALERT_CHANNEL_KINDS,
  type AlertChannelKind,
  type AlertChannelList,
  type AlertChannelView,
  type AlertDeliveryPage,
  type AlertSeverity,
  type IncidentPage,
  type IncidentView,
} from '@govcrawler/contracts';
import { type Response } from 'express';
import { AuditLog } from '../audit/audit-log.js';
import { CurrentActor, type Actor } from '../auth/actor.decorator.js';
import { EditBoolean, EditChoice, EditText, EditUrl } from '../http/edit-rules.js';
import { BooleanField, IntField } from '../http/field-rules.js';
import { IdPipe } from '../http/id.pipe.js';
import { ProblemException } from '../http/problem.js';
import { REFUSED_ADDRESS, WebhookSender } from '../webhooks/webhook-sender.js';
import { isWebhookSecret } from './alert-message.js';
import { ManageAlerts } from './manage-alerts.js';

const SEVERITIES: AlertSeverity[] = ['warning', 'critical'];

class IncidentQuery {
  /** true: only troubles that last; false: only those that are over. */
  @BooleanField()
  firing?: boolean;

  @IntField({ min: 1, max: 200 })
  limit = 50;

  @IntField({ min: 0, max: 1_000_000 })
  offset = 0;
}

class AlertDeliveryQuery {
  @IntField({ min: 1, max: 2_147_483_647 })
  channelId?: number;

  @IntField({ min: 1, max: 200 })
  limit = 50;

  @IntField({ min: 0, max: 1_000_000 })
  offset = 0;
}

class NewAlertChannelBody {
  @EditText({ max: 100, required: true })
  name: string;

  @EditChoice(ALERT_CHANNEL_KINDS, { required: true })
  kind: AlertChannelKind;

  @EditUrl({ max: 2000, required: true })
  url: string;

  /** Signs messages; it is never given back. */
  @EditText({ max: 200, nullable: true })
  secret?: string | null;

  @EditBoolean()
  enabled?: boolean;

  @EditChoice(SEVERITIES)
  minSeverity?: AlertSeverity;
}

class AlertChannelChangeBody {
  @EditText({ max: 100 })
  name?: string;

  @EditUrl({ max: 2000 })
  url?: string;

  @EditText({ max: 200, nullable: true })
  secret?: string | null;

  @EditBoolean()
  enabled?: boolean;

  @EditChoice(SEVERITIES)
  minSeverity?: AlertSeverity;
}

/** Troubles that rules found, where they are told, and what became of each message. */
@Controller('admin/api/alerts')
export class AlertChannelsController {
  constructor(
    private readonly alerts: ManageAlerts,
    private readonly audit: AuditLog,
    private readonly sender: WebhookSender,
  ) {}

  @Get('incidents')
  incidents(@Query() query: IncidentQuery): Promise<IncidentPage> {
    return this.alerts.incidents(query);
  }

  @Post('incidents/:id/ack')
  @HttpCode(200)
  async acknowledge(@Param('id', IdPipe) id: number, @CurrentActor() actor: Actor): Promise<IncidentView> {
    const incident = await this.alerts.acknowledge(id, actor.username);
    if (!incident) throw notFound('告警', id);
    await this.note(actor, 'alert.acknowledge', id, null, { title: incident.title });
    return incident;
  }

  @Get('channels')
  async channels(): Promise<AlertChannelList> {
    const items = await this.alerts.channels();
    return { count: items.length, items };
  }

  @Post('channels')
  async create(
    @Body() { secret = null, enabled = true, minSeverity = 'warning', ...body }: NewAlertChannelBody,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AlertChannelView> {
    assertSecret(body.kind, secret);
    this.assertAddress(body.url);
    const channel = await this.alerts.addChannel({ ...body, secret, enabled, minSeverity });
    await this.note(actor, 'channel.create', channel.id, null, { ...channel });
    response.location(`/admin/api/alerts/channels/${channel.id}`);
    return channel;
  }

  @Put('channels/:id')
  async update(
    @Param('id', IdPipe) id: number,
    @Body() body: AlertChannelChangeBody,
    @CurrentActor() actor: Actor,
  ): Promise<AlertChannelView> {
    const before = await this.alerts.find(id);
    if (!before) throw notFound('通道', id);
    if (body.secret !== undefined) assertSecret(before.kind, body.secret);
    if (body.url !== undefined) this.assertAddress(body.url);
    const channel = await this.alerts.changeChannel(id, body);
    if (!channel) throw notFound('通道', id);
    await this.note(actor, 'channel.update', id, { name: before.name, enabled: before.enabled }, { ...channel });
    return channel;
  }

  @Delete('channels/:id')
  async remove(@Param('id', IdPipe) id: number, @CurrentActor() actor: Actor): Promise<{ deleted: number }> {
    if (!(await this.alerts.removeChannel(id))) throw notFound('通道', id);
    await this.note(actor, 'channel.delete', id, { id }, null);
    return { deleted: id };
  }

  /** Sends a message that says that it is a test; the delivery log tells what became of it. */
  @Post('channels/:id/test')
  @HttpCode(202)
  async test(@Param('id', IdPipe) id: number, @CurrentActor() actor: Actor): Promise<{ deliveryId: number }> {
    const deliveryId = await this.alerts.test(id);
    if (deliveryId === null) throw notFound('通道', id);
    await this.note(actor, 'channel.test', id, null, { deliveryId });
    return { deliveryId };
  }

  @Get('deliveries')
  deliveries(@Query() query: AlertDeliveryQuery): Promise<AlertDeliveryPage> {
    return this.alerts.deliveries(query);
  }

  @Post('deliveries/:id/resend')
  @HttpCode(202)
  async resend(@Param('id', IdPipe) id: number, @CurrentActor() actor: Actor): Promise<{ deliveryId: number }> {
    if (!(await this.alerts.resend(id))) throw notFound('投递记录', id);
    await this.note(actor, 'delivery.resend', id, null, { deliveryId: id });
    return { deliveryId: id };
  }

  private assertAddress(url: string): void {
    const refused = this.sender.refusal(url);
    if (refused === null) return;
    const errors = [{ field: 'url', message: REFUSED_ADDRESS }];
    throw new ProblemException('validation_failed', { errors, detail: refused });
  }

  private async note(
    actor: Actor,
    action: string,
    id: number,
    before: Record<string, unknown> | null,
    after: Record<string, unknown> | null,
  ) {
    await this.audit.append([{ actor, action, subjectKey: String(id), before, after }]);
  }
}

function assertSecret(kind: AlertChannelKind, secret: string | null): void {
  if (kind !== 'webhook' || secret === null || isWebhookSecret(secret)) return;
  const message = '必须是 whsec_ 开头的 base64 密钥（Standard Webhooks），至少 24 字节';
  throw new ProblemException('validation_failed', { errors: [{ field: 'secret', message }] });
}

function notFound(what: string, id: number): ProblemException {
  return new ProblemException('alert_not_found', { detail: `没有编号为 ${id} 的${what}` });
}
