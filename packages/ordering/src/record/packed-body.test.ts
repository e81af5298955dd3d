import { describe, expect, it } from '@jest/globals';
import { packBody, packBodyAside, unpackBodies } from './packed-body.js';

const texts = Array.from({ length: 50 }, (_, n) => `"trade_id":"${n}","note":"${'りんご, '.repeat(n * 100)}"}`);
const bodies = texts.map((text) => Buffer.from(text, 'utf8'));

describe('packed bodies', () => {
  it('are far shorter, and the same again when unpacked', async () => {
    const packed = bodies.map((body, n) => ({ body: packBody(body), receipt: String(n) }));
    expect(packed.at(-1)!.body.length).toBeLessThan(bodies.at(-1)!.length / 5);
    const unpacked = await unpackBodies(packed);
    expect(unpacked.map(({ body, receipt }) => [Buffer.from(body).toString(), receipt])).toEqual(
      texts.map((text, n) => [text, String(n)]),
    );
  });

  it('are no longer, and the same, where many at once are packed aside', async () => {
    const packed = await Promise.all(bodies.map(packBodyAside));
    const lengths = bodies.map((body) => packBody(body).length);
    for (const [n, { length }] of packed.entries()) expect(length).toBeLessThan((lengths[n] ?? 0) * 1.1 + 10);
    const unpacked = await unpackBodies(packed.toReversed().map((body) => ({ body })));
    expect(unpacked.map(({ body }) => Buffer.from(body).toString()).toReversed()).toEqual(texts);
  });

  it('may stand between others that were stored as they were', async () => {
    const mixed = bodies.map((body, n) => ({ body: n % 3 === 0 ? body : packBody(body) }));
    expect((await unpackBodies(mixed)).map(({ body }) => Buffer.from(body).toString())).toEqual(texts);
    const plain = bodies.map((body) => ({ body }));
    expect(await unpackBodies(plain)).toEqual(plain);
    expect(await unpackBodies([])).toEqual([]);
  });

  it('are released when they are unpacked, and together once each of them has been released', async () => {
    const released: number[] = [];
    const unpacked = await unpackBodies(
      bodies.map((body, n) => ({ body: packBody(body), release: () => released.push(n) })),
    );
    expect(released).toEqual(bodies.map((_, n) => n));
    const first = unpacked.at(0)!;
    for (const { release } of unpacked.slice(1)) release?.();
    expect(Buffer.from(first.body).toString()).toBe(texts[0]);
    first.release?.();
    expect(unpacked.filter(({ body }) => body.length > 0)).toEqual([]);
  });

  it('are refused when they are damaged', async () => {
    const packed = packBody(Buffer.concat(bodies));
    await expect(unpackBodies([{ body: packed.subarray(0, 100) }])).rejects.toThrow(/damaged/);
    packed.fill(0xff, 10, 20);
    await expect(unpackBodies([{ body: packed }])).rejects.toThrow(/invalid/);
  });
});
