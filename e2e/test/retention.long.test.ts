import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { openDatabase } from '@trading-platform/database';
import { describePlatform } from '../src/describe-platform.js';
import { downloadSlips, loadOrderMarket, manyOrders, orderMembers, uploadOrders } from '../src/order-market.js';
import { programs } from '../src/programs.js';
import { readCommands, runShell } from '../src/runbook-commands.js';

interface Row {
  readonly trade_id: string;
}

const { buyer, seller } = orderMembers;
const trade = '/trade/download';

/** Both views of slips that have not changed for years. */
function oldSlips(count: number): object[] {
  return Array.from({ length: count }, (_, n) => [
    { trade_id: `OLD-${n}`, member_code_self: buyer, member_code_partner: seller },
    { trade_id: `OLD-${n}`, member_code_self: seller, member_code_partner: buyer },
  ])
    .flat()
    .map((line) => ({ ...line, status_code: '60', order_day: '2021-03-01', update_date: '2021-03-02 10:00:00' }));
}

async function oldEvent(address: string): Promise<void> {
  const database = await openDatabase({ address, schemas: [] });
  // The event is older than the limit of one year that the setting sets, but younger than the default limit.
  const at = Date.now() - 390 * 86_400_000;
  await database.execute(
    `INSERT INTO auth_audit (happened_at, event, outcome, address) VALUES ($1, 'user.refused', 'refused', '10.0.0.1')`,
    [at],
  );
  await database.close();
}

describePlatform('the commands for retention', { database: 'sqlite' }, (flow) => {
  flow('archive old slips and load them again, while callers keep calling', async (platform) => {
    const folder = await mkdtemp(join(tmpdir(), 'trading-platform-retention-'));
    const [move, bringBack] = (await readCommands('Retention')).map(({ text }) =>
      text.replaceAll('npm run --silent tpctl --', `${process.execPath} ${programs.tpctlBundle}`),
    );
    const shell = { cwd: folder, env: { ...platform.environment } };
    await loadOrderMarket(platform);
    const caller = await platform.caller(buyer);
    const ordered = await uploadOrders(caller, manyOrders(5, 'retention'));
    await platform.load('trade', oldSlips(30));
    await oldEvent(platform.environment['AUTH_DATABASE_URL'] ?? '');
    const all = await slipsOf();
    expect(all).toHaveLength(35);

    await runShell(move ?? '', shell);
    expect(await slipsOf()).toEqual(ordered.rows.map(({ trade_id }) => trade_id).toSorted());
    expect((await uploadOrders(caller, manyOrders(5, 'retention'))).rows.map(({ trade_id }) => trade_id)).toEqual(
      ordered.rows.map(({ trade_id }) => trade_id),
    );
    expect((await readdir(join(folder, 'archive'))).toSorted()).toEqual([
      expect.stringMatching(/^audit-/),
      expect.stringMatching(/^slips-/),
    ]);

    await runShell(bringBack ?? '', shell);
    expect(await slipsOf()).toEqual(all);
    await rm(folder, { recursive: true });

    async function slipsOf(): Promise<readonly string[]> {
      const march = { target_date_set: '2', target_date_from: '2021-03-01', target_date_to: '2021-03-31' };
      const batchId = await caller.request(trade, { ...march, status_code: ['60'] });
      const { count } = await caller.waitForEnd(trade, batchId);
      const old = await caller.records<Row>(trade, { batchId, count, arrayName: 'trade', pageSize: 1_000 });
      return [...old, ...(await downloadSlips<Row>(caller))].map(({ trade_id }) => trade_id).toSorted();
    }
  });
});
