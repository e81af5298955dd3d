import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { ENV, type Env } from '../../env.js';
import { ConsoleError } from '../../http/console-error.js';
import { openAnswer } from '../../platform/open-records.js';
import type { LiveSession } from '../../session/session-keeper.js';

/** Some records of a batch. */
export interface RecordRange {
  readonly batchId: string;
  readonly from?: number;
  readonly to?: number;
}

/** All records of a batch. */
export interface WholeBatch {
  readonly batchId: string;
  readonly recordCount: number;
}

/** With this value the records do not count as downloaded, because only a person looks at them. */
const prefer = 'delivery=acknowledged';
const newline = 0x0a;
/** If the data API is being restarted, the console tries again after these pauses. */
const againPausesMs = [250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000] as const;

/** Reads records from the data API as NDJSON, without changing them. */
@Injectable()
export class RecordLines {
  constructor(@Inject(ENV) private readonly env: Env) {}

  /**
   * Opens the complete answer of the data API.
   *
   * @throws ConsoleError
   */
  open(
    { session, language }: LiveSession,
    { batchId, from, to }: RecordRange,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<IncomingMessage> {
    const query = new URLSearchParams({
      ...(from === undefined ? {} : { seq_from: String(from) }),
      ...(to === undefined ? {} : { seq_to: String(to) }),
    });
    const { apiUrl, apiPrefix } = this.env;
    return openAnswer({
      address: `${apiUrl}${apiPrefix}/batches/${encodeURIComponent(batchId)}/records?${query.toString()}`,
      headers: {
        ...headers,
        prefer,
        'accept-language': language,
        authorization: `Bearer ${session.tokens.accessToken}`,
      },
      signal,
    });
  }

  /**
   * Yields the bytes of all records. If the connection breaks, reading continues at the same byte. The position is
   * still right after a break, because the bytes of a record never change.
   *
   * @param first the answer that has begun already
   * @throws ConsoleError if the data API does not come back, no longer accepts the token, or ends before the last
   * record. A reader must never mistake an incomplete answer for all records.
   */
  async *all(
    live: LiveSession,
    { batchId, recordCount }: WholeBatch,
    first: IncomingMessage,
    signal: AbortSignal,
  ): AsyncGenerator<Buffer> {
    let answer = first;
    let lines = 0;
    let ofLine = 0;
    for (;;) {
      let skipped = ofLine;
      try {
        for await (const chunk of answer as AsyncIterable<Buffer>) {
          const bytes = skipped === 0 ? chunk : chunk.subarray(Math.min(skipped, chunk.length));
          skipped -= chunk.length - bytes.length;
          if (bytes.length === 0) continue;
          yield bytes;
          lines += countOf(bytes);
          const last = bytes.lastIndexOf(newline);
          ofLine = last < 0 ? ofLine + bytes.length : bytes.length - last - 1;
        }
      } catch {
        signal.throwIfAborted();
        answer = await this.#again(live, { batchId, from: lines + 1 }, signal);
        continue;
      }
      if (lines === recordCount && ofLine === 0) return;
      throw new ConsoleError('unavailable', `The data API has sent ${lines} of ${recordCount} records`);
    }
  }

  async #again(live: LiveSession, range: RecordRange, signal: AbortSignal): Promise<IncomingMessage> {
    for (const pauseMs of againPausesMs) {
      await sleep(pauseMs, undefined, { signal });
      try {
        return await this.open(live, range, { 'accept-encoding': 'identity' }, signal);
      } catch (error) {
        if (!(error instanceof ConsoleError) || error.code !== 'unavailable') throw error;
      }
    }
    throw new ConsoleError('unavailable', 'The data API has not come back');
  }
}

function countOf(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, at + 1)) count++;
  return count;
}
