import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { PlatformClient } from '@trading-platform/client';
import { describePlatform } from '../src/describe-platform.js';
import { KilledCopy } from '../src/killed-copy.js';
import type { MirrorKind } from '../src/mirror-tables.js';
import type { DatabaseKind } from '../src/platform-databases.js';
import { seeded } from '../src/seeded.js';
import { SyncedMarket } from './synced-market.js';

export interface SyncTest {
  readonly database: DatabaseKind;
  /** The size of the market, as in the options of the demo data. */
  readonly size: string;
  readonly mirrors: readonly MirrorKind[];
  readonly seed: number;
  /** The number of rounds. In each round the market changes. */
  readonly rounds: number;
  /** The number of times that each copy is killed in a round, before a run without disturbance. */
  readonly kills: number;
  readonly longestDelayMs: number;
  readonly timeoutMs?: number;
}

const leastFaults = 4;

/**
 * Tests that copies by `tp sync` equal the platform's data, although `tp sync` is killed at any time and its connection
 * breaks. All copies are made at the same time and compared with the same downloads.
 */
export function describeSyncWithKills(test: SyncTest): void {
  const { database, size, mirrors, seed, rounds, kills, longestDelayMs, timeoutMs } = test;
  describePlatform('tp sync, killed and on a breaking connection,', { database }, (flow, platform) => {
    flow(
      `loses and repeats no record in mirrors of the kinds ${mirrors.join(', ')}`,
      async () => {
        const random = seeded(seed);
        const market = await SyncedMarket.load(platform(), size, random);
        const { addresses, credentials } = await platform().caller(market.headOffice);
        const client = new PlatformClient({ ...addresses, ...credentials });
        const copies = await Promise.all(mirrors.map((kind) => KilledCopy.make(kind, addresses, credentials, market)));
        try {
          for (let round = 1; round <= rounds; round++) {
            for (let kill = 1; kill <= kills; kill++) {
              const runs = copies.map((copy) => copy.runAndKill(() => sleep(random() * longestDelayMs)));
              expect(await Promise.all(runs)).toEqual(copies.map(() => ''));
              if (random() < 0.3) await market.change();
            }
            const ends = await Promise.all(copies.map((copy) => copy.run()));
            expect(ends).toEqual(copies.map(() => expect.objectContaining({ code: 0, errors: '' })));
            const records = await market.recordsSeenBy(client);
            for (const copy of copies) expect(await copy.differencesFrom(records)).toEqual([]);
            if (round < rounds) await market.change();
          }
          for (const { kills: killed, faultsSeen } of copies) {
            expect(killed).toBeGreaterThan(0);
            expect(faultsSeen).toBeGreaterThanOrEqual(leastFaults);
          }
        } finally {
          await Promise.all(copies.map((copy) => copy.remove()));
        }
      },
      timeoutMs,
    );
  });
}
