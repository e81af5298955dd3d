import { constants, crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { seeded } from '../../test/fault-rounds.js';
import { newlineSplices, type Splice } from './newline-splices.js';

const comma = 0x2c;
const newline = 0x0a;

interface Shape {
  readonly level: number;
  readonly strategy?: number;
  readonly memLevel?: number;
}

/** Makes stored records with commas between them, applies the replacements, and returns the result. */
function spliced(records: readonly string[], { level, strategy, memLevel }: Shape) {
  const raw = Buffer.from(records.join(','));
  const newlines: number[] = [];
  for (const record of records.slice(0, -1)) newlines.push((newlines.at(-1) ?? -1) + 1 + Buffer.byteLength(record));
  const lines = Buffer.from(raw);
  for (const at of newlines) lines[at] = newline;
  const options = { level, finishFlush: constants.Z_FULL_FLUSH, strategy: strategy ?? 0, memLevel: memLevel ?? 8 };
  const stored = deflateRawSync(raw, options);
  const splices = newlineSplices(stored, lines, newlines);
  return { stored, splices, lines, data: applied(stored, splices) };
}

function applied(stored: Buffer, splices: readonly Splice[]): Buffer {
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const { start, end, bytes } of splices) {
    parts.push(stored.subarray(at, start), bytes);
    at = end;
  }
  return Buffer.concat([...parts, stored.subarray(at)]);
}

const open = { finishFlush: constants.Z_SYNC_FLUSH };
const aRecord = (seq: number) =>
  `{"batch_id":"17","seq":"${seq}","name":"商品${seq * 7919},${seq % 5}","list":[${Array(seq % 4)
    .fill('{"a":"1"}')
    .join()}]}`;

describe('newlineSplices', () => {
  it('makes lines of regular records with few changes', () => {
    const records = Array.from({ length: 25 }, (_, n) => aRecord(n + 1));
    const { data, lines, stored, splices } = spliced(records, { level: 3 });
    expect(inflateRawSync(data, open).toString()).toBe(records.join('\n'));
    expect(inflateRawSync(stored, open)[lines.indexOf(newline)]).toBe(comma);
    expect(splices.length).toBeLessThan(10);
  });

  it('changes nothing of a single record', () => {
    expect(spliced(['{"a":",,,"}'], { level: 3 }).splices).toEqual([]);
  });

  it.each([
    ['stored', { level: 0 }],
    ['with fixed codes', { level: 3, strategy: constants.Z_FIXED }],
    ['with codes and no matches', { level: 3, strategy: constants.Z_HUFFMAN_ONLY }],
    ['of runs', { level: 3, strategy: constants.Z_RLE }],
    ['in many blocks', { level: 3, memLevel: 1 }],
    ['at level 9', { level: 9 }],
  ])('takes data %s', (_, shape) => {
    const records = Array.from({ length: 200 }, (__, n) => aRecord(n + 1));
    expect(inflateRawSync(spliced(records, shape).data, open).toString()).toBe(records.join('\n'));
  });

  it('keeps commas that lie like separators, and separators that lie like commas', () => {
    const random = seeded(7);
    const words = ['{}', '{"a":1}', '[{},{}]', '{"a":1},{"a":1}', '{},{}', '"}],{"', 'é'.repeat(9), ',', '},{"b'];
    for (let round = 0; round < 300; round++) {
      const word = () => words.at(Math.floor(random() * words.length));
      const records = Array.from({ length: 1 + Math.floor(random() * 40) }, () =>
        Array.from({ length: 1 + Math.floor(random() * 9) }, word).join(''),
      );
      const shape = { level: 1 + (round % 9), memLevel: 1 + (round % 9), strategy: round % 5 };
      const { data, lines } = spliced(records, shape);
      const inflated = inflateRawSync(data, open);
      expect({ round, crc: crc32(inflated), text: inflated.toString() }).toEqual({
        round,
        crc: crc32(lines),
        text: records.join('\n'),
      });
    }
  });
});
