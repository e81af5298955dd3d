import { describe, expect, it } from '@jest/globals';
import { refuseField } from '../record/line-refusal.js';
import { linesOf } from '../testing/lines.js';
import { type ChunkReader, type ImportStore, importLines } from './import-lines.js';
import type { LineFormat } from './line-format.js';
import { readChunk } from './read-chunk.js';

interface Thing {
  readonly id: number;
}

const format: LineFormat<Thing> = {
  rowsPerChunk: 3,
  read(record) {
    const { id } = record as Thing;
    if (id % 10 === 9) throw refuseField('id', 'ends in 9');
    return { id };
  },
};

class Memory implements ImportStore<Thing> {
  readonly ids: number[] = [];

  transaction<T>(work: Parameters<ImportStore<Thing>['transaction']>[0]): Promise<T> {
    return work(async (rows) => {
      this.ids.push(...rows.map(({ id }) => id));
      return { added: rows.length, changed: 0, refusals: [] };
    }) as Promise<T>;
  }
}

/** A test reader that answers late and can be made to fail. */
class SlowReader implements ChunkReader<Thing> {
  chunks = 0;
  closed = 0;
  failsAt = Number.POSITIVE_INFINITY;

  async read(lines: Parameters<ChunkReader<Thing>['read']>[0]) {
    const chunk = ++this.chunks;
    await new Promise((resolve) => setTimeout(resolve, 1));
    if (chunk >= this.failsAt) throw new Error('broken');
    return readChunk(lines, format);
  }

  async close() {
    this.closed++;
  }
}

function numbers(count: number) {
  return Array.from({ length: count }, (_, id) => ({ id }));
}

describe('importing with a reader beside', () => {
  it('gives the same as without, in the order of the file', async () => {
    for (const count of [0, 1, 3, 4, 7, 9, 10, 100]) {
      const [plain, store, reader] = [new Memory(), new Memory(), new SlowReader()];
      const expected = await importLines(linesOf(numbers(count)), format, plain);
      const refused: number[] = [];
      const options = { onRefusal: ({ line }: { line: number }) => refused.push(line) };
      expect(await importLines(linesOf(numbers(count)), format, store, options, () => reader)).toEqual(expected);
      expect(store.ids).toEqual(plain.ids);
      expect(refused).toEqual(expected.refusals.map(({ line }) => line));
      expect(reader.chunks).toBe(Math.max(0, Math.ceil(count / 3) - 1));
    }
  });

  it('opens no reader for a file of one chunk, and closes the one it opened', async () => {
    const readers: SlowReader[] = [];
    const open = () => {
      const reader = new SlowReader();
      readers.push(reader);
      return reader;
    };
    await importLines(linesOf(numbers(3)), format, new Memory(), {}, open);
    expect(readers).toEqual([]);
    await importLines(linesOf(numbers(20)), format, new Memory(), {}, open);
    expect(readers.map(({ closed }) => closed)).toEqual([1]);
  });

  it('fails with the reader, after what was read before it, and closes it', async () => {
    const [store, reader] = [new Memory(), new SlowReader()];
    reader.failsAt = 3;
    await expect(importLines(linesOf(numbers(100)), format, store, {}, () => reader)).rejects.toThrow('broken');
    expect(store.ids).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(reader.closed).toBe(1);
  });

  it('closes the reader of an import that is called off', async () => {
    const [store, reader] = [new Memory(), new SlowReader()];
    const calling = new AbortController();
    const options = { signal: calling.signal, onProgress: () => calling.abort(new Error('called off')) };
    await expect(importLines(linesOf(numbers(100)), format, store, options, () => reader)).rejects.toThrow(
      'called off',
    );
    expect(store.ids).toEqual([0, 1, 2]);
    expect(reader.closed).toBe(1);
  });
});
