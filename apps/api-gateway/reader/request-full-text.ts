import { Injectable } from '@nestjs/common';
import { type FullTextAnswer, readPersistedSettings, UI_SETTINGS_KEY } from '@govcrawler/contracts';
import { hostKey } from '@govcrawler/core';
import { SharedSettings } from '../auth/shared-settings.js';
import { ErrandRows, StartErrand } from '../errands/start-errand.js';
import { Clock } from '../gateway-infrastructure.js';

/** What is known of an article's full text. */
export abstract class FullTextSources {
  abstract sourceOf(articleId: number): Promise<{ url: string; hasFullText: boolean } | null>;
}

const KIND = 'article.fetch_fulltext';

/** Asks for the full text of an article that somebody opened, unless there is a reason not to. */
@Injectable()
export class RequestFullText {
  constructor(
    private readonly sources: FullTextSources,
    private readonly settings: SharedSettings,
    private readonly rows: ErrandRows,
    private readonly startErrand: StartErrand,
    private readonly clock: Clock,
  ) {}

  /** Null when there is no such article. */
  async request(articleId: number, username: string): Promise<FullTextAnswer | null> {
    const source = await this.sources.sourceOf(articleId);
    if (!source) return null;
    const { rss } = readPersistedSettings(await this.settings.get(UI_SETTINGS_KEY));
    if (!rss.fullTextOnOpenEnabled) return { enqueued: false, reason: 'disabled' };
    const host = hostOf(source.url);
    if (host === null) return { enqueued: false, reason: 'no_link' };
    if (source.hasFullText) return { enqueued: false, reason: 'already_fetched' };
    const subject = String(articleId);
    const [last] = await this.rows.recent(KIND, { subject, limit: 1 });
    if (last?.state === 'failed' && this.ageMs(last.finishedAt) < rss.fullTextBackoffMinutes * 60_000) {
      return { enqueued: false, reason: 'recent_failure' };
    }
    const payload = { articleId };
    const { id } = await this.startErrand.start({
      kind: KIND,
      subject,
      place: host,
      payload,
      createdBy: username,
      single: true,
    });
    return { enqueued: true, jobId: id };
  }

  private ageMs(moment: Date | null): number {
    return moment === null ? Infinity : this.clock.now().getTime() - moment.getTime();
  }
}

function hostOf(url: string): string | null {
  return /^https?:/i.test(url) && URL.canParse(url) ? hostKey(url) : null;
}
