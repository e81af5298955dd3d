import { expect } from '@jest/globals';
import type { ApiCaller } from '../src/api-caller.js';
import { loadDemoMarket, loadedRecords } from '../src/demo-market.js';
import { describePlatform } from '../src/describe-platform.js';
import type { Platform } from '../src/platform.js';
import type { DatabaseKind } from '../src/platform-databases.js';

interface MasterRow {
  readonly seq: string;
  readonly create_date: string;
  readonly member_code: string;
  readonly buy: readonly { readonly item_id: string }[];
  readonly catalog: readonly { readonly catalog_id: string }[];
}

const master = '/master/download/buy';
const marketSize = '2000';
const settings = { BATCH_LEASE_SECONDS: '2' };

/** Tests that another worker takes over if a worker is killed during its work. */
export function describeKilledWorker(database: DatabaseKind): void {
  describePlatform('a worker killed in the middle of a batch', { database, settings }, (flow) => {
    flow('is replaced, and the batch has every record exactly once', async (platform) => {
      const market = await loadDemoMarket(platform, ['members', 'master'], marketSize);
      const caller = await platform.caller(market.headOffice);
      const { batchId, flag: left } = await endWorkerInTheMiddle(platform, caller, 'SIGKILL');
      expect(left).toBe('2');
      await platform.startService('worker');
      const { flag, count } = await caller.waitForEnd(master, batchId);
      expect(flag).toBe('3');
      const rows = await caller.records<MasterRow>(master, { batchId, count, arrayName: 'master', pageSize: 5_000 });
      expect(rows.map(({ seq }) => Number(seq))).toEqual(Array.from(rows, (_, index) => index + 1));
      expect(new Set(rows.map(({ create_date }) => create_date)).size).toBe(1);
      const visible = await visibleKeys(market);
      expect(rows.map(keyOf).toSorted()).toEqual(visible.toSorted());
    });

    flow('after SIGTERM returns its batch at once, and ends with 0', async (platform) => {
      const caller = await platform.caller('10010001');
      const { batchId, flag, code } = await endWorkerInTheMiddle(platform, caller, 'SIGTERM');
      expect({ flag, code }).toEqual({ flag: '1', code: 0 });
      await platform.startService('worker');
      expect((await caller.waitForEnd(master, batchId)).flag).toBe('3');
    });
  });
}

/** Requests batches until the signal hits the worker while the worker is producing a batch. */
async function endWorkerInTheMiddle(platform: Platform, caller: ApiCaller, signal: NodeJS.Signals) {
  for (;;) {
    const batchId = await caller.request(master, { member_group_code_list: ['G001', 'F001'] });
    while ((await flagOf(caller, batchId)) === '1');
    const code = await platform.service('worker').end(signal);
    const flag = await flagOf(caller, batchId);
    if (flag !== '3') return { batchId, flag, code };
    await platform.startService('worker');
  }
}

async function flagOf(caller: ApiCaller, batchId: string): Promise<unknown> {
  return (await caller.call(`${master}/check`, { batch_id: batchId })).body['batch_flg'];
}

/**
 * Returns the records of a market that its head office can see: its own records, and the records of the members that
 * name it as their head office.
 */
async function visibleKeys(market: Parameters<typeof loadedRecords>[0] & { headOffice: string }): Promise<string[]> {
  const members = await loadedRecords<Record<string, string>>(market, 'members');
  const seen = new Set(
    members
      .filter((each) =>
        [each['member_code'], each['head_office_member_code'], each['fc_owner_member_code']].includes(
          market.headOffice,
        ),
      )
      .map((each) => each['member_code']),
  );
  const records = await loadedRecords<MasterRow>(market, 'master');
  return records.filter(({ member_code }) => seen.has(member_code)).map(keyOf);
}

function keyOf({ member_code, buy, catalog }: MasterRow): string {
  return [member_code, buy[0]?.item_id, catalog[0]?.catalog_id].join(' ');
}
