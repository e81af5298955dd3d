import { describe, expect, it } from '@jest/globals';
import { refusal, send } from '@trading-platform/client/testing';
import { linesPlace, parquetPlace, postgresPlace, sqlitePlace } from './copy-places.js';
import { eachWithChanges, type SyncScene, slip } from './sync-scene.js';
import { describeSync, following, killedLoads, otherRounds } from './sync-to-place.js';

describeSync('SQLite', sqlitePlace, [following, killedLoads, otherRounds]);
describeSync('NDJSON files', linesPlace, [following, killedLoads]);
describeSync('PostgreSQL', postgresPlace, [following]);
describeSync('Parquet files', parquetPlace, [following]);

describe('a round of tp sync', () => {
  let scene: SyncScene;
  eachWithChanges((made) => {
    scene = made;
  });

  it('tells which kinds are up to date where a later one fails', async () => {
    scene.trade.put(slip(1));
    scene.platform.disturbances.push(({ path }, response) => {
      if (path.endsWith('/buy/request')) send(response, 400, refusal('E000002', 'food_cat_large_code', 'Send a code.'));
      return path.endsWith('/buy/request');
    });
    const { code, stdout, stderr } = await scene.sync(await sqlitePlace(scene.workplace), [
      'trade',
      'master',
      'settings',
    ]);
    expect([code, stderr]).toEqual([1, expect.stringContaining('food_cat_large_code: Send a code. (E000002)')]);
    expect(stdout).toMatch(/^\S+ \S+ trade full load, 1 records; not done: master, \S.* \([\d.]+ s\)\n$/);
  });
});
