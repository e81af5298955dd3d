import { crc32 } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { checksum, emptyChecksum, joinCrc, RunningChecksum } from './crc32.js';

const bytes = fc.uint8Array({ maxLength: 300 });
const sumOf = (data: Uint8Array) => checksum(crc32(data), data.length);

describe('joinCrc', () => {
  it('gives the CRC of the concatenation', () => {
    fc.assert(
      fc.property(bytes, bytes, (first, second) => {
        expect(joinCrc(crc32(first), sumOf(second))).toBe(crc32(Buffer.concat([first, second])));
      }),
    );
  });

  it('changes nothing for no bytes', () => {
    expect(joinCrc(123_456, emptyChecksum)).toBe(123_456);
    expect(checksum(0, 0)).toEqual(emptyChecksum);
  });

  it('knows lengths beyond 32 bits', () => {
    // Compares the checksum of 2^32 zero bytes that is computed in 2^16 steps with the checksum that is computed in one step.
    const step = sumOf(new Uint8Array(65_536));
    const running = new RunningChecksum();
    for (let n = 0; n < 65_536; n++) running.append(step);
    const whole = checksum(running.crc, running.length);
    expect(whole.length).toBe(2 ** 32);
    const start = crc32('start');
    const again = new RunningChecksum();
    again.append(checksum(start, 5));
    for (let n = 0; n < 65_536; n++) again.append(step);
    expect(joinCrc(start, whole)).toBe(again.crc);
  });
});

describe('RunningChecksum', () => {
  it('follows any number of runs', () => {
    fc.assert(
      fc.property(fc.array(bytes, { maxLength: 20 }), (runs) => {
        const running = new RunningChecksum();
        for (const run of runs) running.append(sumOf(run));
        const all = Buffer.concat(runs);
        expect([running.crc, running.length]).toEqual([crc32(all), all.length]);
      }),
    );
  });
});
