import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Batch, BatchFunction, BatchSnapshot, RenderedRecord, SegmentStore } from '../src/index.js';
import { type RunPart, untraced } from '../src/producing/attempt-part.js';
import { type AttemptProgress, noProgress, produceBatch } from '../src/producing/produce-batch.js';
import { MemoryBatchStore, MemorySegmentStore } from '../src/testing/index.js';
import { aDownload, type LettersCriteria, lettersSnapshot, snapshotInstant } from './a-download.js';

/** A store of segments in memory that keeps a list of its calls. */
class NotedSegments extends MemorySegmentStore implements SegmentStore {
  readonly steps: string[] = [];

  override async removeEarlierAttempts(owner: Parameters<SegmentStore['removeEarlierAttempts']>[0]): Promise<void> {
    this.steps.push(`remove before ${owner.attempt}`);
    await super.removeEarlierAttempts(owner);
  }

  override async write(...given: Parameters<SegmentStore['write']>): Promise<void> {
    this.steps.push(...given[1].map(({ number }) => `write ${number}`));
    await super.write(...given);
  }

  override async seal(): Promise<void> {
    this.steps.push('seal');
  }

  async abandon(): Promise<void> {
    this.steps.push('abandon');
  }
}

async function* thenFailing(records: BatchSnapshot['records']): BatchSnapshot['records'] {
  yield* records;
  throw new Error('no more');
}

describe('an attempt', () => {
  let segments: NotedSegments;
  let progress: AttemptProgress;
  beforeEach(() => {
    segments = new NotedSegments();
    progress = noProgress();
  });

  function produce(
    download: BatchFunction<LettersCriteria>,
    { attempt = 1, count = 600, signal = new AbortController().signal, changesSince = '', part = untraced } = {},
  ) {
    const asked = changesSince === '' ? {} : { changesSince };
    const batch = {
      id: 7,
      attempt,
      memberCode: 'M1',
      criteria: { count },
      inputBytes: 0,
      ...asked,
    } as unknown as Batch;
    return produceBatch(batch, download, { batches: new MemoryBatchStore(), segments, part }, progress, signal);
  }

  it('stores its segments in order, and seals them before it is over', async () => {
    const download = aDownload();
    const totals = await produce(download);
    expect(segments.steps).toEqual(['remove before 1', 'write 0', 'write 1', 'write 2', 'seal']);
    expect(totals.recordCount).toBe(600);
    expect(progress).toMatchObject({
      recordCount: 600,
      recordsExpected: 600,
      snapshotAt: snapshotInstant.getTime(),
    });
    expect(download.counts).toEqual({ opened: 1, closed: 1 });
  });

  it('tells its parts, each kind numbered from 0, and how long they took', async () => {
    const parts: string[] = [];
    const part: RunPart = async ({ name, number }, work) => {
      parts.push(`${name} ${number}`);
      await sleep(20);
      return work();
    };
    const began = performance.now();
    await produce(aDownload(), { count: 300, part });
    const numbered = (name: string) => parts.filter((each) => each.startsWith(name));
    // The records come in three chunks of a hundred records, and a fourth read finds the end. These records form two segments.
    expect([numbered('read'), numbered('compress'), numbered('write')]).toEqual([
      ['read 0', 'read 1', 'read 2', 'read 3'],
      ['compress 0', 'compress 1'],
      ['write 0', 'write 1'],
    ]);
    const tookMs = performance.now() - began;
    for (const partMs of [progress.readMs, progress.writeMs]) {
      expect(partMs).toBeGreaterThan(15);
      // Two segments may be written at the same time.
      expect(partMs).toBeLessThan(2 * tookMs);
    }
  });

  it('begins by removing what earlier ones have left', async () => {
    await produce(aDownload());
    const left = segments.size;
    await produce(aDownload(), { attempt: 2, count: 100 });
    expect([left, segments.size]).toEqual([3, 1]);
  });

  it('that fails seals nothing, and closes its snapshot', async () => {
    const failing = aDownload({
      open: async (criteria, signal) => {
        const snapshot = lettersSnapshot(criteria, signal);
        return {
          ...snapshot,
          records: thenFailing(snapshot.records),
        };
      },
    });
    await expect(produce(failing)).rejects.toThrow('no more');
    expect(segments.steps).not.toContain('seal');
    expect(segments.steps.at(-1)).toBe('abandon');
    expect(failing.counts).toEqual({ opened: 1, closed: 1 });
  });

  it('that is told to stop seals nothing, closes its snapshot and tells the reason', async () => {
    const stop = new AbortController();
    const download = aDownload({
      open: async (criteria, signal) => {
        const snapshot = lettersSnapshot(criteria, signal);
        stop.abort(new Error('enough'));
        return snapshot;
      },
    });
    await expect(produce(download, { signal: stop.signal })).rejects.toThrow('enough');
    expect(segments.steps).toEqual(['remove before 1', 'abandon']);
    expect(download.counts).toEqual({ opened: 1, closed: 1 });
  });

  it('that was told to stop before opens nothing', async () => {
    const download = aDownload();
    await expect(produce(download, { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough');
    expect(download.counts.opened).toBe(0);
  });

  it('stores the keys of what is gone behind its records', async () => {
    const { download, given } = aFollowedDownload(300);
    const full = await produce(download);
    expect(full).toMatchObject({ changeCursor: 'now', removedCount: 0, removedBytes: 0 });
    const changes = await produce(download, { attempt: 2, count: 10, changesSince: 'then' });
    expect(given).toEqual([undefined, 'then']);
    const removedBytes = 300 * '{"letter":"100"}'.length - 10 * 2 - 90 + 299;
    expect(changes).toMatchObject({ recordCount: 10, changeCursor: 'now', removedCount: 300, removedBytes });
    expect(changes.storedBytes).toBeGreaterThan(changes.recordCount);
    const written = segments.steps.slice(segments.steps.indexOf('remove before 2') + 1);
    expect(written).toEqual(['write 0', `write ${2 ** 30}`, `write ${2 ** 30 + 1}`, 'seal']);
    await produce(download, { attempt: 3, count: 0, changesSince: 'then' });
    expect(segments.size).toBe(2);
  });

  it('fails for good where changes were asked for and cannot be told', async () => {
    const { download } = aFollowedDownload(1, { tells: false });
    await expect(produce(download, { changesSince: 'then' })).rejects.toMatchObject({
      name: 'BatchFailure',
      permanent: true,
    });
    expect(segments.size).toBe(0);
  });
});

async function* inOneChunk(records: readonly RenderedRecord[]): BatchSnapshot['records'] {
  yield records;
}

/** A download that knows which letters were removed. */
function aFollowedDownload(gone: number, { tells = true } = {}) {
  const given: (string | undefined)[] = [];
  const download: BatchFunction<LettersCriteria> = {
    ...aDownload(),
    open: async (criteria, signal, _input, changesSince) => {
      given.push(changesSince);
      const keys = Array.from({ length: gone }, (_, n) => ({ body: Buffer.from(`{"letter":"${n}"}`) }));
      const snapshot = { ...lettersSnapshot(criteria, signal), changeCursor: 'now' };
      return changesSince === undefined || !tells ? snapshot : { ...snapshot, removed: inOneChunk(keys) };
    },
  };
  return { download, given };
}
