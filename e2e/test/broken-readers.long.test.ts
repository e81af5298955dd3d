import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { describePlatform } from '../src/describe-platform.js';
import { batchOfHeavySlips, heavySlips, loadHeavySlips } from '../src/heavy-slips.js';
import type { Platform } from '../src/platform.js';
import { rawGet } from '../src/raw-get.js';
import { describeBrokenReaders } from './broken-readers.js';

const second = 1_000;
const flowTimeoutMs = 360 * second;

describeBrokenReaders('sqlite');
describeBrokenReaders('postgres');

describePlatform('a reader of one byte a second', { database: 'sqlite' }, (flow) => {
  flow(
    'is disconnected after minutes of standstill; one that is merely slow is not',
    async (platform) => {
      const caller = await loadHeavySlips(platform);
      const range = await batchOfHeavySlips(caller);
      const slow = await rawGet(caller, heavySlips.path, range);
      const stuck = await rawGet(caller, heavySlips.path, range);
      let read = 0;
      while (endedGets(platform).length === 0) {
        await sleep(second);
        stuck.read(1);
        read += (slow.read() as Buffer | null)?.length ?? 0;
      }
      stuck.destroy();
      const [{ ms } = { ms: NaN }] = endedGets(platform);
      expect(ms).toBeGreaterThan(100 * second);
      expect(ms).toBeLessThan(300 * second);
      const rest = Buffer.concat(await slow.toArray());
      expect(read + rest.length).toBeGreaterThan(heavySlips.bytes);
    },
    flowTimeoutMs,
  );
});

/** Returns the log lines of ended get calls, whether their answers were complete or not. */
function endedGets(platform: Platform): readonly { readonly ms: number }[] {
  const lines = platform.service('api').lines.filter((line) => line.includes(`${heavySlips.path}/get`));
  return lines.map((line) => JSON.parse(line) as { ms: number });
}
