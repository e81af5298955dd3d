import { once } from 'node:events';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { BatchEngine } from '@trading-platform/batch-engine';
import { errorCode } from '@trading-platform/domain-types';
import { errorText } from '@trading-platform/domain-types/error-texts';
import {
  cursorAfter,
  EventFeed,
  type EventPage,
  eventRecord,
  type LoggedEvent,
  laterCursor,
} from '@trading-platform/event-log';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiRefusal } from '../../http/api-refusal.js';
import { callerOf } from '../../http/caller-of.js';
import { writeHead } from '../../http/write-head.js';
import type { AskedEvents } from './event-queries.js';
import { HandOut } from './hand-out.js';

/** The interval at which all streams are checked: whether their tokens have ended, and whether a comment is due. */
const checkMs = 2_000;
const commentMs = 15_000;
/** The time after which a caller should try again if no place was free. */
const retrySeconds = '10';

/** Without these headers, some proxies would collect events before they pass them on. */
const streamHeaders = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
};

/** One open stream. */
interface Stream {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly asked: AskedEvents;
  readonly stopping: AbortController;
  cursor: string;
  /** Whether the log may have events that were not sent yet. */
  mayHaveMore: boolean;
  /** Whether the stream waits for events. */
  isIdle: boolean;
  wake: () => void;
  wroteAt: number;
}

/**
 * Serves events as `text/event-stream`. A stream ends with its token. All streams of a process share one reader of the
 * log and one timer. Each stream uses one of the limited places for waiting calls, as a call with `Prefer: wait` does.
 */
@Injectable()
export class EventStreams implements OnModuleDestroy {
  readonly #open = new Set<Stream>();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly handOut: HandOut,
    private readonly feed: EventFeed,
    private readonly engine: BatchEngine,
  ) {}

  onModuleDestroy(): void {
    clearInterval(this.#timer);
  }

  /** @throws ApiRefusal as long as nothing was sent */
  async serve(request: FastifyRequest, reply: FastifyReply, asked: AskedEvents): Promise<void> {
    const stopping = new AbortController();
    const release = this.engine.holdPlace(callerOf(request), () => stopping.abort());
    if (release === undefined) {
      const detail = errorText('tooManyStreams');
      throw ApiRefusal.of(errorCode.tooManyCalls, { detail, headers: { 'Retry-After': retrySeconds } });
    }
    const stream: Stream = {
      request,
      reply,
      asked,
      stopping,
      cursor: '',
      mayHaveMore: true,
      isIdle: false,
      wake: () => undefined,
      wroteAt: performance.now(),
    };
    const stop = () => stopping.abort();
    reply.raw.once('close', stop);
    stopping.signal.addEventListener('abort', () => stream.wake());
    let leave: (() => void) | undefined;
    try {
      leave = await this.feed.subscribe(asked.filter, () => {
        stream.mayHaveMore = true;
        stream.wake();
      });
      const first = await this.handOut.read(asked);
      writeHead(reply, 200, streamHeaders);
      if (request.method !== 'HEAD') await this.#run(stream, first);
    } finally {
      reply.raw.off('close', stop);
      leave?.();
      release();
      if (reply.raw.headersSent) reply.raw.end();
    }
  }

  async #run(stream: Stream, first: EventPage): Promise<void> {
    this.#open.add(stream);
    this.#timer ??= setInterval(() => this.#check(), checkMs).unref();
    try {
      await this.#write(stream, `retry: 1000\n\n${textOf(first.events)}`);
      await this.#keepSending(stream, first);
    } catch {
      // The caller sees the end of the stream, and learns the reason when it connects again.
    } finally {
      this.#open.delete(stream);
      if (this.#open.size === 0) {
        clearInterval(this.#timer);
        this.#timer = undefined;
      }
    }
  }

  async #keepSending(stream: Stream, first: EventPage): Promise<void> {
    const { asked, request, stopping } = stream;
    stream.cursor = first.next;
    stream.mayHaveMore = first.events.length === asked.limit;
    while (!stopping.signal.aborted) {
      if (!stream.mayHaveMore) await woken(stream);
      if (stopping.signal.aborted) return;
      stream.mayHaveMore = false;
      const page = await this.handOut.read({ ...asked, after: { cursor: stream.cursor } });
      if (page.events.length === asked.limit) stream.mayHaveMore = true;
      if (page.events.length > 0) {
        await this.handOut.requireRights(request, asked);
        await this.#write(stream, textOf(page.events));
      }
      stream.cursor = page.next;
    }
  }

  /** If the caller reads slowly, the next events are read from the log only after the caller has read these events. */
  async #write(stream: Stream, text: string): Promise<void> {
    const { raw } = stream.reply;
    const { signal } = stream.stopping;
    stream.wroteAt = performance.now();
    if (text !== '' && !raw.write(text)) await once(raw, 'drain', { signal });
  }

  #check(): void {
    const now = performance.now();
    for (const stream of this.#open) {
      if (!this.handOut.isTokenValid(stream.request)) void this.#endUnlessValid(stream);
      else if (now - stream.wroteAt >= commentMs - checkMs / 2) this.#comment(stream, now);
    }
  }

  /** The token is verified again if this process has forgotten it, or if the keys have been read anew. */
  async #endUnlessValid(stream: Stream): Promise<void> {
    await this.handOut.requireRights(stream.request, stream.asked).catch(() => stream.stopping.abort());
  }

  /**
   * The comment keeps the connection open. If everything was sent, the line before it moves the caller's cursor past the events
   * that the filter leaves out.
   */
  #comment(stream: Stream, now: number): void {
    const { raw } = stream.reply;
    if (raw.writableNeedDrain) return;
    stream.wroteAt = now;
    raw.write(this.#isAllSent(stream) ? `id: ${stream.cursor}\n:\n\n` : ':\n\n');
  }

  /** Moves the cursor of a stream past the events that its filter leaves out, unless the stream is just reading or writing. */
  #isAllSent(stream: Stream): boolean {
    if (!stream.isIdle || stream.mayHaveMore) return false;
    stream.cursor = laterCursor(stream.cursor, this.feed.cursor ?? stream.cursor);
    return true;
  }
}

/** Resolves when there may be more events, or the stream must end. */
async function woken(stream: Stream): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  stream.wake = resolve;
  stream.isIdle = true;
  if (stream.mayHaveMore || stream.stopping.signal.aborted) resolve();
  await promise;
  stream.isIdle = false;
}

/** A browser remembers the last `id`, and continues after this event when the stream was interrupted. */
function textOf(events: readonly LoggedEvent[]): string {
  return events
    .map((event) => `id: ${cursorAfter(event)}\nevent: ${event.type}\ndata: ${JSON.stringify(eventRecord(event))}\n\n`)
    .join('');
}
