import { Get, Req, Res } from '@nestjs/common';
import type { AccessTokenClaims } from '@trading-platform/auth-core';
import { Caller } from '@trading-platform/auth-core/nest';
import { BatchEngine } from '@trading-platform/batch-engine';
import { errorCode, eventListAnswer } from '@trading-platform/domain-types';
import { calls } from '@trading-platform/domain-types/calls';
import { EventFeed, type EventPage, eventRecord } from '@trading-platform/event-log';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { notePreference, readBatchPreferences } from '../../batches/batch-preferences.js';
import { DataApi } from '../../caller/data-api.js';
import { Bodyless } from '../../http/bodyless.js';
import { prefersEventStream } from '../../http/media-types.js';
import { Operation } from '../../reference/operation.decorator.js';
import { eventHeaders, eventQuery } from './event-parameters.js';
import { type AskedEvents, EventQueries } from './event-queries.js';
import { EventStreams } from './event-streams.js';
import { HandOut } from './hand-out.js';

/** Serves events in three ways: one page at once, one page as soon as there are events, or a stream. */
@DataApi('Events')
export class EventsController {
  constructor(
    private readonly queries: EventQueries,
    private readonly handOut: HandOut,
    private readonly feed: EventFeed,
    private readonly streams: EventStreams,
    private readonly engine: BatchEngine,
  ) {}

  @Get('events')
  @Bodyless('events')
  @Operation({
    right: 'event',
    call: calls.events,
    answer: eventListAnswer,
    streams: 'text/event-stream',
    query: eventQuery,
    headers: eventHeaders,
    answerHeaders: ['Preference-Applied'],
    codes: [
      errorCode.wrongFormat,
      errorCode.tooLong,
      errorCode.notAllowed,
      errorCode.tooManyElements,
      errorCode.memberNotVisible,
      errorCode.cursorTooOld,
    ],
  })
  async list(
    @Caller() caller: AccessTokenClaims,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const asked = await this.queries.read(request, reply, caller);
    if (prefersEventStream(request.headers.accept)) return this.streams.serve(request, reply, asked);
    const { waitSeconds } = readBatchPreferences(request.headers.prefer);
    const { events, next } =
      waitSeconds === undefined ? await this.handOut.read(asked) : await this.#wait(asked, waitSeconds, request, reply);
    await reply.send({ event_list: events.map(eventRecord), next_cursor: next });
  }

  async #wait(asked: AskedEvents, seconds: number, request: FastifyRequest, reply: FastifyReply): Promise<EventPage> {
    const waiting = new AbortController();
    const stop = () => waiting.abort();
    reply.raw.once('close', stop);
    const timer = setTimeout(stop, seconds * 1_000);
    let release: (() => void) | undefined;
    try {
      const first = await this.handOut.read(asked);
      if (first.events.length > 0) return first;
      release = this.engine.holdPlace(asked.filter.reader, stop);
      if (release === undefined) return first;
      const page = await this.#firstAfter({ ...asked, after: { cursor: first.next } }, waiting.signal);
      if (page.events.length > 0) await this.handOut.requireRights(request, asked);
      notePreference(reply, `wait=${seconds}`);
      return page;
    } finally {
      clearTimeout(timer);
      reply.raw.off('close', stop);
      release?.();
    }
  }

  /** Returns the first page with events or, when the wait is over, an empty page. */
  async #firstAfter(asked: AskedEvents, waiting: AbortSignal): Promise<EventPage> {
    let news = Promise.withResolvers<void>();
    const wake = () => news.resolve();
    const leave = await this.feed.subscribe(asked.filter, () => wake());
    waiting.addEventListener('abort', () => wake());
    try {
      for (;;) {
        news = Promise.withResolvers();
        const page = await this.handOut.read(asked);
        if (page.events.length > 0 || waiting.aborted) return page;
        await news.promise;
      }
    } finally {
      leave();
    }
  }
}
