import { Controller, Get, Headers, Query, Req, Res } from '@nestjs/common';
import { ApiProduces } from '@nestjs/swagger';
import { type Response } from 'express';
import { personOf } from '../auth/actor.decorator.js';
import { UserAccounts, type Principal } from '../auth/principal.js';
import { Sessions } from '../auth/sessions.js';
import { IntField } from '../http/field-rules.js';
import { ProblemException } from '../http/problem.js';
import { type IdentifiedRequest } from '../http/request-context.js';
import { EventPace, LiveEvents, type LiveEvent } from './live-events.js';

class EventsQuery {
  /** For clients that cannot send the header Last-Event-ID. */
  @IntField({ min: 0, max: Number.MAX_SAFE_INTEGER })
  lastEventId?: number;
}

/** A client that reads slower than things happen is let go at this many unsent bytes; it comes back and resumes. */
const MAX_UNSENT = 512 * 1024;
const RETRY_MS = 3_000;

@Controller('admin/api/events')
export class EventsController {
  constructor(
    private readonly live: LiveEvents,
    private readonly sessions: Sessions,
    private readonly accounts: UserAccounts,
    private readonly pace: EventPace,
  ) {}

  /** Server-sent events: hello, job, queue, alerts, briefings, reset and bye, each as LiveEvents describes it. */
  @Get()
  @ApiProduces('text/event-stream')
  async stream(
    @Query() { lastEventId }: EventsQuery,
    @Headers('last-event-id') header: string | undefined,
    @Req() request: IdentifiedRequest,
    @Res() response: Response,
  ): Promise<void> {
    const person = personOf(request);
    if (this.live.isFull) throw new ProblemException('too_many_streams');
    // Gone while the guards asked the database: its end was announced already, and nothing would stop a heartbeat.
    if (response.destroyed) return;
    const since = /^\d{1,15}$/.test(header ?? '') ? Number(header) : (lastEventId ?? null);
    // no-transform also keeps our own compression away, which would hold events back.
    response.status(200).set({
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
    });
    if (request.method === 'HEAD') return void response.end();
    const send = (event: LiveEvent) => {
      if (response.writableEnded || response.destroyed) return;
      response.write(frame(event));
      if (event.kind === 'bye') response.end();
      else if (response.writableLength > MAX_UNSENT) response.destroy();
    };
    const heartbeat = setInterval(() => {
      void this.isStillWelcome(person).then(
        (welcome) => (welcome ? response.write(': heartbeat\n\n') : send(SESSION_ENDED)),
        () => response.destroy(), // the database is away: whoever comes back is checked then
      );
    }, this.pace.heartbeatMs);
    response.once('close', () => {
      clearInterval(heartbeat);
      this.live.leave(send);
    });
    response.write(`retry: ${RETRY_MS}\n\n`);
    await this.live.listen(send, since);
    // Gone while the past was read: the end was announced before there was anything to leave.
    if (response.destroyed) this.live.leave(send);
  }

  private async isStillWelcome(person: Exclude<Principal, { via: 'key' }>): Promise<boolean> {
    if (person.via === 'session') return this.sessions.isOpen(person.session.tokenHash);
    return (await this.accounts.findByName(person.username)) !== null;
  }
}

const SESSION_ENDED: LiveEvent = { kind: 'bye', data: { reason: 'session_ended' }, id: null };

/** JSON has no line breaks of its own, so one data line is enough. */
function frame({ kind, data, id }: LiveEvent): string {
  return `event: ${kind}\n${id === null ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;
}
