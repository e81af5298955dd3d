import { writeFile } from 'node:fs/promises';
import { expect } from '@jest/globals';
import type { ApiCaller } from '../src/api-caller.js';
import { CallerFolder, seededRandom } from '../src/caller-folder.js';
import { describePlatform } from '../src/describe-platform.js';
import { FaultProxy } from '../src/fault-proxy.js';
import { type MirrorKind, makeMirror } from '../src/mirror-tables.js';
import type { DatabaseKind } from '../src/platform-databases.js';
import { killedAfter, mirrorDifferences, SyncedMarket } from './synced-market.js';

export interface SyncTest {
  readonly database: DatabaseKind;
  readonly mirrors: readonly MirrorKind[];
  readonly seed: number;
  /** Rounds with changes of the market. */
  readonly rounds: number;
  /** Kills of each round, before the run that is left in peace. */
  readonly kills: number;
  readonly longestDelayMs: number;
  readonly timeoutMs: number;
}

/** Copies that are kept by a `tp sync` which is killed at any moment, over a line that breaks, are what the platform has. */
export function describeSyncWithKills({
  database,
  mirrors,
  seed,
  rounds,
  kills,
  longestDelayMs,
  timeoutMs,
}: SyncTest): void {
  describePlatform('tp sync, killed and on a line that breaks,', { database }, (flow, platform) => {
    const random = seededRandom(seed);
    let market: SyncedMarket;
    let caller: ApiCaller;

    flow('a market is loaded, a caller has credentials', async () => {
      market = await SyncedMarket.load(platform(), random);
      caller = await platform().caller(market.headOffice);
    });

    for (const kind of mirrors) {
      flow(
        `loses and doubles nothing in a ${kind} mirror`,
        async () => {
          const proxy = await FaultProxy.start(caller.addresses.apiUrl);
          const place = await CallerFolder.make({ ...caller.addresses, apiUrl: proxy.url }, caller.credentials);
          const calm = await CallerFolder.make(caller.addresses, caller.credentials);
          const mirror = await makeMirror(kind, place);
          try {
            await writeFile(place.path('master.json'), JSON.stringify(market.masterFilter));
            const args = market.syncTo(mirror);
            let killed = 0;
            for (let round = 0; round < rounds; round++) {
              for (let kill = 0; kill < kills; kill++) {
                const { code, errors } = await killedAfter(place, random() * longestDelayMs, args, mirror.env);
                expect(errors).toBe('');
                if (code === null) killed++;
                if (random() < 0.3) await market.change();
              }
              expect(await place.start(args, mirror.env).ended).toMatchObject({ code: 0, errors: '' });
              expect(await mirrorDifferences(calm, mirror, market.memberGroups)).toEqual([]);
              await market.change();
            }
            expect(killed).toBeGreaterThan(0);
            expect(proxy.counts.size).toBeGreaterThan(3);
          } finally {
            await mirror.remove();
            await place.remove();
            await calm.remove();
            await proxy.stop();
          }
        },
        timeoutMs,
      );
    }
  });
}
