import { expect, it } from '@jest/globals';
import { BitReader, BitWriter } from './bits.js';

it('reads the lowest bit of a byte first', () => {
  const reader = new BitReader(Uint8Array.of(0b1010_0110, 0b0000_0011));
  expect([reader.take(1), reader.take(2), reader.take(5), reader.take(8)]).toEqual([0, 0b11, 0b10100, 0b11]);
});

it.each([
  [0, 0],
  [1, 8],
  [7, 8],
  [8, 8],
  [9, 16],
])('goes on to a whole byte from bit %i to bit %i', (from, to) => {
  const reader = new BitReader(new Uint8Array(4));
  reader.position = from;
  reader.toByte();
  expect(reader.position).toBe(to);
});

it('writes what it reads, however much that is', () => {
  const bytes = Buffer.from(Array.from({ length: 1_001 }, (_, n) => (n * 151) & 0xff));
  const writer = new BitWriter();
  writer.copy(new BitReader(bytes), 0, bytes.length * 8);
  expect(writer.length).toBe(bytes.length * 8);
  expect(writer.toBytes()).toEqual(bytes);
});
