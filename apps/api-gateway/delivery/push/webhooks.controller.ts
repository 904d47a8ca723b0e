import { randomBytes } from 'node:crypto';
import { Body, Controller, Delete, Param, Put } from '@nestjs/common';
import { type WebhookCreated } from '@govcrawler/contracts';
import { CurrentActor, type Actor } from '../../auth/actor.decorator.js';
import { NeedsScope } from '../../auth/scope.decorator.js';
import { EditUrl } from '../../http/edit-rules.js';
import { ProblemException } from '../../http/problem.js';
import { feedProblem } from '../feed-problem.js';
import { EditableWebhooks, WebhookSender } from './push-ports.js';

class WebhookBody {
  @EditUrl({ max: 2000, required: true })
  url: string;
}

/** Where the feed is pushed to. */
@Controller('api/v1/consumers/:name/webhook')
export class WebhooksController {
  constructor(
    private readonly webhooks: EditableWebhooks,
    private readonly sender: WebhookSender,
  ) {}

  /** The secret is shown this once; asking again makes a new one. */
  @Put()
  @NeedsScope('consumers:write')
  async set(
    @Param('name') name: string,
    @Body() { url }: WebhookBody,
    @CurrentActor() actor: Actor,
  ): Promise<WebhookCreated> {
    const refused = this.sender.refusal(url);
    if (refused !== null) {
      const message = '只能是 https 地址，或管理员在 WEBHOOK_INTERNAL_RECEIVERS 中列出的内部接收方';
      throw new ProblemException('validation_failed', { errors: [{ field: 'url', message }], detail: refused });
    }
    const secret = `whsec_${randomBytes(32).toString('base64')}`;
    if (!(await this.webhooks.setWebhook(name, { url, secret }, actor))) throw feedProblem('consumer_not_found');
    return { url, secret };
  }

  @Delete()
  @NeedsScope('consumers:write')
  async remove(@Param('name') name: string, @CurrentActor() actor: Actor): Promise<{ deleted: string }> {
    if (!(await this.webhooks.setWebhook(name, null, actor))) throw feedProblem('consumer_not_found');
    return { deleted: name };
  }
}
