import { beforeEach, describe, expect, it } from '@jest/globals';
import type { NewSegment, SegmentOwner, SegmentStore } from '../storage/segment-store.js';

const requestedAt = Date.UTC(2026, 3, 1);

/**
 * Tests that every adapter of `SegmentStore` must pass.
 *
 * @param make answers an empty store; called before each test
 */
export function describeSegmentStore(name: string, make: () => Promise<SegmentStore>): void {
  describe(`SegmentStore: ${name}`, () => {
    let store: SegmentStore;
    beforeEach(async () => {
      store = await make();
    });

    const read = async (owner: SegmentOwner, first = 0, last = 99) =>
      (await store.read(owner, first, last)).map(({ number, index, data }) => ({
        number,
        index: [...index],
        data: [...data],
      }));

    const writeAll = async (owner: SegmentOwner, segments: readonly NewSegment[]) => {
      await store.write(owner, segments);
      await store.seal(owner);
    };

    it('answers the bytes that were written, in order, and only those asked for', async () => {
      await store.write(anOwner(), [aSegment(2), aSegment(0)]);
      await store.write(anOwner(), [aSegment(1), aSegment(3)]);
      await store.seal(anOwner());
      expect(await read(anOwner(), 1, 2)).toEqual([1, 2].map(plain));
      expect(await read(anOwner(), 3, 8)).toEqual([plain(3)]);
      expect(await read(anOwner(), 4, 8)).toEqual([]);
    });

    it('takes no segments as well as many', async () => {
      await writeAll(anOwner(), []);
      expect(await read(anOwner())).toEqual([]);
    });

    it('keeps every byte value', async () => {
      const data = Uint8Array.from({ length: 100_000 }, (_, n) => n % 251);
      await writeAll(anOwner(), [{ number: 0, index: Uint8Array.of(0, 255), data }]);
      const [segment] = await store.read(anOwner(), 0, 0);
      expect(Buffer.from(segment!.data).equals(Buffer.from(data))).toBe(true);
      expect([...segment!.index]).toEqual([0, 255]);
    });

    it('returns bytes that belong to the reader: changing them does not change the store', async () => {
      await writeAll(anOwner(), [aSegment(0)]);
      const [segment] = await store.read(anOwner(), 0, 0);
      segment!.data.fill(9);
      expect(await read(anOwner())).toEqual([plain(0)]);
    });

    it('answers indexes and receipts without the bytes', async () => {
      await writeAll(anOwner(), [{ ...aSegment(0), receipts: ['a', '伝票'] }, aSegment(1)]);
      const indexes = await store.readIndexes(anOwner(), 0, 1);
      expect(indexes.map(({ number, index }) => ({ number, index: [...index] }))).toEqual([
        { number: 0, index: [0] },
        { number: 1, index: [1] },
      ]);
      expect(await store.readReceipts(anOwner(), 0, 1)).toEqual([['a', '伝票'], []]);
    });

    it('refuses a number that already exists', async () => {
      await store.write(anOwner(), [aSegment(0)]);
      await expect(store.write(anOwner(), [aSegment(0)])).rejects.toThrow(/./);
    });

    it('keeps attempts apart and removes the earlier ones only', async () => {
      for (const attempt of [1, 2, 3]) await writeAll(anOwner({ attempt }), [aSegment(0)]);
      await writeAll(anOwner({ id: 8 }), [aSegment(0)]);
      await store.removeEarlierAttempts(anOwner({ attempt: 2 }));
      expect(await read(anOwner({ attempt: 1 }))).toEqual([]);
      expect(await read(anOwner({ attempt: 2 }))).toEqual([plain(0)]);
      expect(await read(anOwner({ attempt: 3 }))).toEqual([plain(0)]);
      expect(await read(anOwner({ id: 8 }))).toEqual([plain(0)]);
    });

    it('removes one attempt, or a whole batch', async () => {
      for (const attempt of [1, 2, 3]) await writeAll(anOwner({ attempt }), [aSegment(0)]);
      await store.removeAttempt(anOwner({ attempt: 2 }));
      expect([await read(anOwner({ attempt: 1 })), await read(anOwner({ attempt: 2 }))]).toEqual([[plain(0)], []]);
      await store.remove(anOwner());
      expect([await read(anOwner({ attempt: 1 })), await read(anOwner({ attempt: 3 }))]).toEqual([[], []]);
    });

    it('still has sealed segments after its own upkeep, day after day', async () => {
      await writeAll(anOwner(), [aSegment(0)]);
      for (let day = 0; day < 5; day++) {
        const now = requestedAt + day * 86_400_000;
        await store.maintain(now);
        await writeAll(anOwner({ id: 100 + day, requestedAt: now }), [aSegment(0)]);
      }
      expect(await read(anOwner())).toEqual([plain(0)]);
      for (let day = 0; day < 5; day++) {
        const owner = anOwner({ id: 100 + day, requestedAt: requestedAt + day * 86_400_000 });
        expect(await read(owner)).toEqual([plain(0)]);
        await store.remove(owner);
        await store.maintain(requestedAt + 9 * 86_400_000);
      }
    });
  });
}

function anOwner(owner: Partial<SegmentOwner> = {}): SegmentOwner {
  return { id: 7, attempt: 1, requestedAt, ...owner };
}

function aSegment(number: number): NewSegment {
  return { number, index: Uint8Array.of(number), data: Uint8Array.of(number, 0, 255, 10) };
}

function plain(number: number) {
  return { number, index: [number], data: [number, 0, 255, 10] };
}
