import { expect, it } from '@jest/globals';
import { describeDatabases } from '@trading-platform/database/testing';
import { linesOf } from '../src/testing/lines.js';
import { importMembers, importTrade, removeRecords } from '../src/typeorm/import-records.js';
import { orderingSchema } from '../src/typeorm/ordering-schema.js';

const slipCount = 60_000;
const growthMegabytes = 150;

describeDatabases('the memory of an import', [orderingSchema], (open) => {
  it('does not grow with the file', async () => {
    const database = await open();
    await importMembers(database, linesOf([{ member_code: 'BUYER' }, { member_code: 'SELLER' }]));
    let peakOfFirstThird = 0;
    let peak = 0;
    const summary = await importTrade(database, linesOf(slips()), {
      onProgress({ lines }) {
        const rss = process.memoryUsage.rss() / 1e6;
        if (lines <= slipCount / 3) peakOfFirstThird = Math.max(peakOfFirstThird, rss);
        peak = Math.max(peak, rss);
      },
    });
    expect(summary).toMatchObject({ added: slipCount, refused: 0 });
    expect(peak - peakOfFirstThird).toBeLessThan(growthMegabytes);
  }, 600_000);

  it('does not grow with what is taken back', async () => {
    const database = await open();
    await importMembers(database, linesOf([{ member_code: 'BUYER' }, { member_code: 'SELLER' }]));
    await importTrade(database, linesOf(slips()));
    let peakOfFirstThird = 0;
    let peak = 0;
    const summary = await removeRecords('trade', database, linesOf(slips()), {
      onProgress({ lines }) {
        const rss = process.memoryUsage.rss() / 1e6;
        if (lines <= slipCount / 3) peakOfFirstThird = Math.max(peakOfFirstThird, rss);
        peak = Math.max(peak, rss);
      },
    });
    expect(summary).toMatchObject({ removed: slipCount, refused: 0 });
    expect(peak - peakOfFirstThird).toBeLessThan(growthMegabytes);
  }, 600_000);
});

function* slips(): Generator<object> {
  for (let number = 0; number < slipCount; number++) {
    yield {
      trade_id: `T${number}`,
      member_code_self: number % 2 === 0 ? 'BUYER' : 'SELLER',
      member_code_partner: number % 2 === 0 ? 'SELLER' : 'BUYER',
      status_code: '40',
      order_day: '2026-01-05',
      detail_list: Array.from({ length: 10 }, (_, line) => ({
        item_id: `I${number}-${line}`,
        item_name: '若鶏もも肉',
      })),
    };
  }
}
