import { Controller, Get, Query, Req } from '@nestjs/common';
import { type Request } from 'express';
import { type ChangesPage } from '@govcrawler/contracts';
import { NeedsScope } from '../auth/scope.decorator.js';
import { IntField, PatternField } from '../http/field-rules.js';
import { CursorField, filterOf, FilterQueryV1, partsOf } from './delivery-fields.js';
import { feedProblem } from './feed-problem.js';
import { CONSUMER_NAME, CONSUMER_NAME_HINT } from './consumers.controller.js';
import { cursorOf, ReadFeed } from './read-feed.js';

class ChangesQuery extends FilterQueryV1 {
  @PatternField(CONSUMER_NAME, CONSUMER_NAME_HINT)
  consumer?: string;

  @CursorField()
  cursor?: string;

  @IntField({ min: 1, max: 500 })
  limit = 100;

  /** Wait this long for something new instead of answering with an empty page. */
  @IntField({ min: 0, max: 30 })
  waitSec = 0;
}

/** The change feed for those who come and read it. */
@Controller('api/v1/changes')
export class ChangesController {
  constructor(private readonly feed: ReadFeed) {}

  @Get()
  @NeedsScope('changes:read')
  async read(@Query() query: ChangesQuery, @Req() request: Request): Promise<ChangesPage> {
    const { consumer, cursor, limit, waitSec, include } = query;
    const place = await this.feed.place({ consumer, cursor, filter: filterOf(query) });
    if (typeof place === 'string') throw feedProblem(place);
    if (waitSec > 0) {
      const gone = new AbortController();
      request.once('close', () => gone.abort());
      await this.feed.waitForMore(place, waitSec * 1000, gone.signal);
    }
    const page = await this.feed.page(place, limit, partsOf(include));
    return { items: page.items, cursor: cursorOf(page.place), caughtUp: page.caughtUp };
  }
}
