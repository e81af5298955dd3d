import { createHook } from 'node:async_hooks';
import { availableParallelism } from 'node:os';
import { constants, inflateRawSync } from 'node:zlib';
import { expect, it } from '@jest/globals';
import { compressInTurn } from './body-compressor.js';

it('compresses many bodies with a few compressors, each as if it were the first', async () => {
  let made = 0;
  const hook = createHook({
    init(_id, type) {
      if (type === 'ZLIB') made++;
    },
  }).enable();
  const bodies = Array.from({ length: 60 }, (_, n) => Buffer.from(`{"n":"${'slip '.repeat(n)}"}`));
  const packed: Buffer[] = [];
  for (const body of bodies.slice(0, 30)) packed.push(await compressInTurn(body));
  packed.push(...(await Promise.all(bodies.slice(30).map(compressInTurn))));
  hook.disable();
  expect(made).toBeLessThanOrEqual(availableParallelism());
  for (const [n, body] of bodies.entries()) {
    const inflated = inflateRawSync(packed.at(n)!, { finishFlush: constants.Z_SYNC_FLUSH });
    expect(inflated.toString()).toBe(body.toString());
  }
});
