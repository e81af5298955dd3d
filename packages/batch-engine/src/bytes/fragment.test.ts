import { inflateRawSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { deflateFragment, inflateFragments } from './fragment.js';

const finalBlock = Buffer.of(1, 0, 0, 0xff, 0xff);
const someRaw = fc
  .record({ unit: fc.uint8Array({ minLength: 1, maxLength: 200 }), times: fc.integer({ min: 0, max: 3000 }) })
  .map(({ unit, times }) => Buffer.concat(Array.from({ length: times }, () => unit)));

describe('fragments', () => {
  it('stand in any order and number in one deflate stream', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(someRaw, { maxLength: 6 }), fc.constantFrom('stored', 'passing'), async (raws, use) => {
        const fragments = await Promise.all(raws.map((raw) => deflateFragment(raw, use)));
        const backwards = Buffer.concat([...fragments.toReversed(), finalBlock]);
        expect(inflateRawSync(backwards).equals(Buffer.concat(raws.toReversed()))).toBe(true);
        for (const [n, raw] of raws.entries()) {
          const alone = await inflateFragments(fragments.at(n)!, raw.length);
          expect(alone.equals(raw)).toBe(true);
        }
      }),
    );
  });

  it('are smaller when they are stored than when they pass through', async () => {
    const raw = Buffer.from(Array.from({ length: 2_000 }, (_, n) => `{"n":${n * n},"code":"${n % 97}"}`).join());
    const stored = await deflateFragment(raw, 'stored');
    expect(stored.length).toBeLessThan((await deflateFragment(raw, 'passing')).length);
  });

  it('can be larger than any buffer on the way', async () => {
    const raw = Buffer.alloc(8_000_000);
    for (let n = 0; n < raw.length; n++) raw[n] = (n * n) >>> 7;
    const fragment = await deflateFragment(raw);
    expect((await inflateFragments(fragment, raw.length)).equals(raw)).toBe(true);
  });
});
