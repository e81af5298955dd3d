import { expect, it } from '@jest/globals';
import type { Database } from '@trading-platform/database';
import { describeDatabases } from '@trading-platform/database/testing';
import { linesOf } from '../src/testing/lines.js';
import { importRecords, removeRecords } from '../src/typeorm/import-records.js';
import { orderingSchema } from '../src/typeorm/ordering-schema.js';
import { load } from './order-market.js';

type Side = 'BUYER' | 'SELLER';

function view(side: Side, text = '', given: object = {}) {
  const partner = side === 'BUYER' ? 'SELLER' : 'BUYER';
  const keys = { trade_id: 'T1', member_code_self: side, member_code_partner: partner };
  return { ...keys, status_code: '40', trade_comment: text, detail_list: [], ...given };
}

/** Unrelated slips. The number of these slips is greater than the number that is saved in one chunk. */
const between = Array.from({ length: 2_100 }, (_, index) => view('BUYER', '', { trade_id: `X${index}` }));

async function slipVersion(database: Database): Promise<number> {
  const [slip] = await database.query<{ version: number }>(
    "SELECT MAX(version) AS version FROM slip WHERE trade_id = 'T1'",
  );
  return slip?.version ?? 0;
}

describeDatabases('the version of a slip', [orderingSchema], (open) => {
  async function aSlip(...lines: readonly object[]) {
    const database = await open();
    await load(database, 'members', [{ member_code: 'BUYER' }, { member_code: 'SELLER' }]);
    await load(database, 'trade', lines);
    const after = async (...more: readonly object[]) => {
      await load(database, 'trade', more);
      return slipVersion(database);
    };
    const refusals = async (...more: readonly object[]) =>
      (await importRecords('trade', database, linesOf(more))).refusals.map(({ reason }) => reason);
    return { database, after, refusals };
  }

  it('is one for both sides, and grows with a change from either', async () => {
    const { database, after } = await aSlip(view('BUYER'), view('SELLER'));
    expect(await slipVersion(database)).toBe(1);
    expect(await after(view('BUYER', 'a'))).toBe(2);
    expect(await after(view('SELLER', 'b'))).toBe(3);
    expect(await after(view('SELLER', 'b'), view('BUYER', 'a'))).toBe(3);
    expect(await after(view('BUYER', 'c'), view('SELLER', 'c'))).toBe(4);
  });

  it('is that of both views of a new slip, however far apart a file has them', async () => {
    const buyers = ['A7', 'A9', 'A'].map((trade_id) => view('BUYER', '', { trade_id, version: '7' }));
    const sellers = ['7', '9', undefined].map((version) =>
      view('SELLER', '', { trade_id: `A${version ?? ''}`, version }),
    );
    const { database } = await aSlip(...buyers, ...between, ...sellers);
    const views = await database.query<{ trade_id: string; version: number }>(
      "SELECT trade_id, version FROM slip WHERE trade_id LIKE 'A%' ORDER BY trade_id, member_code_self",
    );
    expect(views.map(({ trade_id, version }) => [trade_id, version])).toEqual([
      ['A', 7],
      ['A', 7],
      ['A7', 7],
      ['A7', 7],
      ['A9', 7],
      ['A9', 9],
    ]);
  });

  it('grows when the other side comes later', async () => {
    const { after } = await aSlip(view('BUYER'));
    expect(await after(view('SELLER'))).toBe(2);
  });

  it('refuses what a line of one side says of a version that the other side has changed', async () => {
    const { after, refusals } = await aSlip(view('BUYER'), view('SELLER'));
    expect(await after(view('SELLER', 'b', { version: '1' }))).toBe(2);
    expect(await refusals(view('BUYER', 'a', { version: '1' }))).toEqual([
      'version: another update was applied first (E000013), the stored version is 2',
    ]);
    expect(await after(view('BUYER', 'a', { version: '2' }))).toBe(3);
  });

  it('is named by the lines of both sides, however far apart a file has them', async () => {
    const { after } = await aSlip(view('BUYER'), view('SELLER'));
    const lines = [view('BUYER', 'a', { version: '1' }), ...between, view('SELLER', 'b', { version: '1' })];
    expect(await after(...lines)).toBe(3);
    // Loading the same lines again changes nothing, because each line names the version that it replaced at first.
    expect(await after(...lines)).toBe(3);
  });

  it('grows when a side is removed, and goes on where it was when the slip comes back', async () => {
    const { database, after, refusals } = await aSlip(view('BUYER'), view('SELLER'));
    const remove = (side: Side) =>
      removeRecords('trade', database, linesOf([{ trade_id: 'T1', member_code_self: side }]));
    await remove('SELLER');
    expect(await slipVersion(database)).toBe(2);
    expect(await refusals(view('BUYER', 'a', { version: '1' }))).toHaveLength(1);
    expect(await after(view('SELLER'))).toBe(3);
    await remove('SELLER');
    await remove('BUYER');
    expect(await slipVersion(database)).toBe(0);
    expect(await after(view('BUYER', '', { version: '2' }))).toBe(5);
    expect(await after(view('SELLER'))).toBe(6);
  });

  it('does not grow by what a line only spells out', async () => {
    const { after } = await aSlip(view('BUYER'));
    const defaults = { slip_kind: '1', use_ac_svc: '2', perusal_flg: '1', delivery_place_id: '' };
    expect(await after(view('BUYER', '', defaults))).toBe(1);
    expect(await after(view('BUYER', '', { update_date: '2026-01-05 10:00:00' }))).toBe(2);
    expect(await after(view('BUYER'))).toBe(2);
    expect(await after(view('BUYER', '', { update_date: '2026-01-05 10:00:01' }))).toBe(3);
  });
});
