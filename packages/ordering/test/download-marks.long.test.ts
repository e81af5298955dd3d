import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import type { Dialect } from '@trading-platform/database';
import { describeDatabases } from '@trading-platform/database/testing';
import { orderingSchema } from '../src/typeorm/ordering-schema.js';
import { TypeOrmDownloadMarks } from '../src/typeorm/repositories/typeorm-download-marks.js';

const slipCount = 1_000_000;
const portionLength = 1_000;
const fillLength = 50_000;
const mostGrowthBytes = 60 * 1024 * 1024;
/**
 * A portion takes some milliseconds. Sometimes the database writes a checkpoint, and the marks of a group of receipts then wait
 * for the disk.
 */
const delayMs = { ofNearlyAll: 100, atMost: 1_000 } as const;

describeDatabases('a range of a million slips', [orderingSchema], (open, dialect) => {
  it('is marked at memory that does not grow with it, and holds up nothing for long', async () => {
    const database = await open();
    for (let first = 1; first <= slipCount; first += fillLength) await database.execute(fill(dialect, first));
    const marks = new TypeOrmDownloadMarks(database);
    const reader = { memberCode: 'M', clientId: 'erp' };
    await marks.mark(reader, [['1:1']]);
    await sleep(500);
    const before = process.memoryUsage.rss();
    let most = before;
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    await marks.mark(
      reader,
      portions(() => (most = Math.max(most, process.memoryUsage.rss()))),
    );
    delay.disable();
    const [{ marked } = { marked: 0 }] = await database.query<{ marked: number | string }>(
      'SELECT COUNT(*) AS marked FROM download_mark',
    );
    expect(Number(marked)).toBe(slipCount);
    const growthBytes = most - before;
    expect(growthBytes).toBeLessThan(mostGrowthBytes);
    expect(delay.percentile(99) / 1e6).toBeLessThan(delayMs.ofNearlyAll);
    expect(delay.max / 1e6).toBeLessThan(delayMs.atMost);
  }, 300_000);
});

/** Returns a statement that inserts empty slips whose numbers begin with `first`. */
function fill(dialect: Dialect, first: number): string {
  return `INSERT INTO slip (id, trade_id, member_code_self, member_code_partner, status_code, kind, customer_code, group_code,
      self_group_code, fc_owner_member_code, fc_owner_code, delivery_place_id, use_ac_svc, perusal_flg, has_comment, is_modified,
      is_resent, update_day, status_day, order_day, planned_shipping_day, shipping_day, delivery_day, receipt_day, send_day,
      partner_groups, item_ids, private_item_ids, catalog_ids, version, load_id, digest)
    WITH RECURSIVE n(i) AS (SELECT ${first} UNION ALL SELECT i + 1 FROM n WHERE i < ${first + fillLength - 1})
    SELECT i, 'T' || i, 'M', 'P', '40', '1', '', '', '', '', '', '', '2', '1', 0, 0, 0,
      '', '2026-04-01', '', '', '', '', '', '', '', '', '', '', 1, 1, ${dialect === 'sqlite' ? "x''" : "''"} FROM n`;
}

async function* portions(onPortion: () => void): AsyncGenerator<readonly string[]> {
  for (let first = 1; first <= slipCount; first += portionLength) {
    onPortion();
    yield Array.from({ length: portionLength }, (_, n) => `${first + n}:1`);
    await sleep(0);
  }
}
