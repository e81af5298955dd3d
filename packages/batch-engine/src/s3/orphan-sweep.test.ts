import { beforeEach, describe, expect, it } from '@jest/globals';
import { folders } from './object-layout.js';
import { OrphanSweep } from './orphan-sweep.js';
import type { S3Bucket } from './s3-bucket.js';

const day = 86_400_000;
const hour = 3_600_000;
const now = Date.UTC(2026, 3, 10, 12);
const root = 'prefix/';

function keyOf(id: number, requestedAt: number, object = 'end'): string {
  return folders.attempt(root, { id, attempt: 1, requestedAt }) + object;
}

describe('the sweep for orphans', () => {
  let pages: string[][];
  let existing: number[];
  let steps: string[];
  let isOurs: boolean;
  let sweep: OrphanSweep;
  beforeEach(() => {
    existing = [];
    steps = [];
    isOurs = true;
    const bucket = {
      list: async function* () {
        steps.push('list');
        yield* pages;
      },
      remove: async (key: string) => void steps.push(`remove ${key}`),
    } as unknown as S3Bucket;
    const ask = async (ids: readonly number[]) => {
      steps.push(`ask ${ids.join()}`);
      return ids.filter((id) => existing.includes(id));
    };
    const makeSure = async () => {
      steps.push('make sure');
      if (!isOurs) throw new Error('not ours');
    };
    sweep = new OrphanSweep(bucket, root, ask, makeSure);
  });

  /** Lets the sweep continue once, and returns how often it has listed objects until then. */
  async function lists(at: number): Promise<number> {
    await sweep.goOn(at);
    return steps.filter((step) => step === 'list').length;
  }

  it('removes what has no batch, and leaves the batches of today and yesterday alone', async () => {
    const [today, yesterday, before] = [now, now - day, now - 2 * day];
    pages = [[keyOf(1, today), keyOf(2, yesterday), keyOf(3, before), keyOf(3, before, '0'), keyOf(4, before)]];
    existing = [4];
    await sweep.goOn(now);
    expect(steps).toEqual([
      'make sure',
      'list',
      'ask 3,4',
      'make sure',
      `remove ${keyOf(3, before)}`,
      `remove ${keyOf(3, before, '0')}`,
    ]);
  });

  it('asks for nothing where all is young, or no object of a segment store', async () => {
    pages = [[keyOf(1, now), `${root}platform.json`, `${root}1/2/x/end`]];
    await sweep.goOn(now);
    expect(steps).toEqual(['make sure', 'list']);
  });

  it('makes no further sure of a prefix from which nothing is removed', async () => {
    pages = [[keyOf(1, now - 5 * day)]];
    existing = [1];
    await sweep.goOn(now);
    expect(steps).toEqual(['make sure', 'list', 'ask 1']);
  });

  it('looks at a page each time, and at all of them again an hour after the last', async () => {
    pages = [[keyOf(1, now)], [keyOf(2, now)]];
    expect([await lists(now), await lists(now), await lists(now)]).toEqual([1, 1, 1]);
    expect(await lists(now + hour - 1)).toBe(1);
    expect(await lists(now + hour)).toBe(2);
  });

  it('removes nothing from a prefix that belongs to somebody else', async () => {
    pages = [[keyOf(1, now - 5 * day)]];
    isOurs = false;
    await expect(sweep.goOn(now)).rejects.toThrow('not ours');
    expect(steps).toEqual(['make sure']);
  });
});
