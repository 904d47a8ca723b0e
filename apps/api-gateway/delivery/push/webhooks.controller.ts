import { randomBytes } from 'node:crypto';
import { Body, Controller, Delete, Param, Put } from '@nestjs/common';
import { type WebhookCreated } from '@govcrawler/contracts';
import { CurrentActor, type Actor } from '../../auth/actor.decorator.js';
import { NeedsScope } from '../../auth/scope.decorator.js';
import { EditUrl } from '../../http/edit-rules.js';
import { ProblemException } from '../../http/problem.js';
import { feedProblem } from '../feed-problem.js';
import { Secrets } from '../../webhooks/seal-secrets.js';
import { REFUSED_ADDRESS, WebhookSender } from '../../webhooks/webhook-sender.js';
import { EditableWebhooks } from './push-ports.js';

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
    private readonly secrets: Secrets,
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
      const errors = [{ field: 'url', message: REFUSED_ADDRESS }];
      throw new ProblemException('validation_failed', { errors, detail: refused });
    }
    const secret = `whsec_${randomBytes(32).toString('base64')}`;
    const webhook = { url, secret: this.secrets.seal(secret) };
    if (!(await this.webhooks.setWebhook(name, webhook, actor))) throw feedProblem('consumer_not_found');
    return { url, secret };
  }

  @Delete()
  @NeedsScope('consumers:write')
  async remove(@Param('name') name: string, @CurrentActor() actor: Actor): Promise<{ deleted: string }> {
    if (!(await this.webhooks.setWebhook(name, null, actor))) throw feedProblem('consumer_not_found');
    return { deleted: name };
  }
}
