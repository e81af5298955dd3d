import { Injectable } from '@nestjs/common';
import {
  type BatchAnswer,
  type BatchListAnswer,
  type OwnBatch,
  parseTokyoDateTime,
} from '@trading-platform/domain-types';
import type { BatchReader, ConsoleBatch } from '../../wire/index.js';
import type { LiveSession } from '../session/session-keeper.js';
import { consoleBatch } from './console-batch.js';
import { RunTimes } from './estimated-end.js';
import { PlatformCalls } from './platform-calls.js';

/** One page of a list of batches, newest first. */
export interface ListedBatches {
  readonly batches: readonly ConsoleBatch[];
  readonly nextCursor: string;
}

/** Reads the batches of the member, including rows whose records are no longer kept. */
@Injectable()
export class BatchLists {
  constructor(private readonly platform: PlatformCalls) {}

  /** @throws PlatformError */
  async page(live: LiveSession, limit: number, cursor = ''): Promise<ListedBatches> {
    const query = new URLSearchParams({ limit: String(limit), expired: '1', ...(cursor === '' ? {} : { cursor }) });
    const body = await this.platform.clientOf(live).call(`/batches?${query.toString()}`, undefined);
    const { batch_list: own, next_cursor: nextCursor } = body as unknown as BatchListAnswer;
    const first = cursor === '' ? await this.#firstPosition(live, own) : undefined;
    return { batches: withEstimates(numbered(own, first)), nextCursor };
  }

  /** @throws PlatformError */
  async one(live: LiveSession, batchId: string): Promise<ConsoleBatch> {
    const path = `/batches/${encodeURIComponent(batchId)}?expired=1`;
    const body = await this.platform.clientOf(live).call(path, undefined);
    return consoleBatch((body as unknown as BatchAnswer).batch);
  }

  /** @throws PlatformError */
  async readers(live: LiveSession, batchId: string): Promise<readonly BatchReader[]> {
    const path = `/batches/${encodeURIComponent(batchId)}?expired=1&readers=1`;
    const body = await this.platform.clientOf(live).call(path, undefined);
    // The previous release of the data API does not send the list.
    return ((body as unknown as BatchAnswer).reader_list ?? []).map((reader) => ({
      clientId: reader.client_id,
      ...(reader.user_id === '' ? {} : { userId: reader.user_id }),
      firstAt: parseTokyoDateTime(reader.first_at)?.getTime() ?? 0,
      lastAt: parseTokyoDateTime(reader.last_at)?.getTime() ?? 0,
      from: Number(reader.seq_from),
      to: Number(reader.seq_to),
      reads: Number(reader.reads),
    }));
  }

  /** Returns the queue position of the oldest waiting batch, from which the positions of the others follow. */
  async #firstPosition(live: LiveSession, own: readonly OwnBatch[]): Promise<number | undefined> {
    const first = own.findLast(({ state }) => state === 'waiting');
    if (first === undefined) return undefined;
    // The batch may have begun or been removed in the meantime.
    return (await this.one(live, first.batch_id).catch(() => undefined))?.queuePosition;
  }
}

function numbered(own: readonly OwnBatch[], first = 1): readonly ConsoleBatch[] {
  let waiting = own.filter(({ state }) => state === 'waiting').length;
  return own.map((batch) => (batch.state === 'waiting' ? consoleBatch(batch, first + --waiting) : consoleBatch(batch)));
}

function withEstimates(batches: readonly ConsoleBatch[]): readonly ConsoleBatch[] {
  const times = new RunTimes(batches);
  const now = Date.now();
  return batches.map((batch) => {
    const estimatedEndAt = times.endOf(batch, now);
    return estimatedEndAt === undefined ? batch : { ...batch, estimatedEndAt: Math.round(estimatedEndAt) };
  });
}
