import { Injectable } from '@nestjs/common';
import { type AckView, type ConsumerView, type DeliveryFilter, type DeliveryStart } from '@govcrawler/contracts';
import { decodeFeedCursor } from '@govcrawler/core';
import { type FeedConsumer } from '@govcrawler/persistence';
import { type Actor } from '../auth/actor.decorator.js';
import { Clock } from '../gateway-infrastructure.js';
import { toIso } from '../http/wire-time.js';
import { FeedConsumers } from './delivery-ports.js';
import { cursorOf, placeOf, type FeedRefusal } from './read-feed.js';

/** Makes, shows, moves and removes consumers of the feed. */
@Injectable()
export class ManageConsumers {
  constructor(
    private readonly consumers: FeedConsumers,
    private readonly clock: Clock,
  ) {}

  async list(): Promise<ConsumerView[]> {
    const views: ConsumerView[] = [];
    for (const consumer of await this.consumers.list()) views.push(await this.view(consumer));
    return views;
  }

  async find(name: string): Promise<ConsumerView | null> {
    const consumer = await this.consumers.find(name);
    return consumer && this.view(consumer);
  }

  /** Null when the name is taken. */
  async create(name: string, start: DeliveryStart, filter: DeliveryFilter, actor: Actor): Promise<ConsumerView | null> {
    const consumer = await this.consumers.create({ name, start, filter }, actor);
    return consumer && this.view(consumer);
  }

  async ack(name: string, cursor: string): Promise<AckView | FeedRefusal> {
    const decoded = decodeFeedCursor(cursor);
    if (!decoded) return 'cursor_invalid';
    const result = await this.consumers.ack(name, decoded);
    switch (result.kind) {
      case 'acked':
        return { cursor: cursorOf(placeOf(result.consumer)), moved: result.moved };
      case 'not_found':
        return 'consumer_not_found';
      case 'ahead':
        return 'cursor_ahead';
      case 'superseded':
        return 'cursor_superseded';
    }
  }

  async reset(name: string, start: DeliveryStart, actor: Actor): Promise<ConsumerView | null> {
    const consumer = await this.consumers.reset(name, start, actor);
    return consumer && this.view(consumer);
  }

  remove(name: string, actor: Actor): Promise<boolean> {
    return this.consumers.remove(name, actor);
  }

  private async view(consumer: FeedConsumer): Promise<ConsumerView> {
    const { name, filter, createdBy, createdAt, lastAckAt, webhookUrl } = consumer;
    return {
      name,
      cursor: cursorOf(placeOf(consumer)),
      filter,
      lag: await this.consumers.lagOf(consumer, this.clock.now()),
      createdBy,
      createdAt: toIso(createdAt),
      lastAckAt: toIso(lastAckAt),
      webhook:
        webhookUrl === null
          ? null
          : {
              url: webhookUrl,
              enabled: consumer.webhookEnabled,
              failures: consumer.webhookFailures,
              nextTryAt: toIso(consumer.webhookNextAt),
              lastError: consumer.webhookError,
            },
    };
  }
}
