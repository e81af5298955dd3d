import { beforeAll, expect, it } from '@jest/globals';
import { describeDatabases, type TestDatabase } from '@trading-platform/database/testing';
import type { ImportKind } from '@trading-platform/domain-types';
import { linesOf } from '../src/testing/lines.js';
import { importMembers, importRecords } from '../src/typeorm/import-records.js';
import { orderingSchema } from '../src/typeorm/ordering-schema.js';

/** More lines than a chunk of slips has, the largest chunk of any kind of long file. */
const memberCodes = Array.from({ length: 2_100 }, (_, index) => `M${index}`);
/** More lines than a chunk of any other kind has, unless a file of the kind is saved as a whole. */
const fewerCodes = memberCodes.slice(0, 600);

/** For each kind of file, makes a line about a member, in the given version. */
const lines: Readonly<Record<ImportKind, (code: string, version: string) => object>> = {
  members: (code, version) => ({ member_code: code, member_name: version }),
  master: (code, version) => ({
    member_code: code,
    member_code_partner: 'M0',
    buy: [{ item_id: '1', item_name: version }],
  }),
  trade: (code, version) => ({
    trade_id: 'T1',
    member_code_self: code,
    status_code: '40',
    trade_comment: version,
    detail_list: [],
  }),
  nottrade: (code, version) => pair(code, { nottrade: [{ prohibit_month: version }] }),
  orderclosing: (code, version) => pair(code, { orderclosing: [{ set_name: version }] }),
  businessholiday: (code, version) => ({
    member_code_seller: code,
    businessholiday: [{ set_id: '1', holiday: `2026-01-0${version}` }],
  }),
  orderblock: (code, version) => pair(code, { orderblock: [{ update_date: `2026-01-0${version} 00:00:00` }] }),
  'fc-prices': (code, version) => ({
    fc_owner_member_code: code,
    method: 'fixed',
    value: version,
    rounding: '0',
    valid_from: '2026-01-01',
    date_basis: 'order',
  }),
  'delivery-places': (code, version) => ({
    member_code: code,
    delivery_place_id: '1',
    delivery_place_name: version,
  }),
};

function pair(buyer: string, rows: object): object {
  return { member_code_buyer: buyer, seller_list: [{ member_code_seller: 'M1', ...rows }] };
}

describeDatabases('a file with two versions of a key far apart', [orderingSchema], (open) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await open();
    await importMembers(database, linesOf(memberCodes.map((member_code) => ({ member_code }))));
  });

  it.each(Object.keys(lines) as ImportKind[])('%s: changes nothing when it is loaded again', async (kind) => {
    const [first = '', ...others] = kind === 'trade' ? memberCodes : fewerCodes;
    const line = lines[kind];
    const file = [line(first, '1'), ...others.map((code) => line(code, '1')), line(first, '2')];
    const summary = await importRecords(kind, database, linesOf(file));
    expect(summary).toMatchObject({ read: file.length, unchanged: 1, refused: 0 });
    expect(await importRecords(kind, database, linesOf(file))).toMatchObject({
      added: 0,
      changed: 0,
      unchanged: file.length,
    });
  });

  it.each(Object.keys(lines) as ImportKind[])(
    '%s: ends with the last line, not with the first that differs',
    async (kind) => {
      const load = (...versions: string[]) =>
        importRecords(kind, database, linesOf(versions.map((version) => lines[kind]('M7', version))));
      await load('1');
      expect(await load('2', '1')).toMatchObject({ added: 0, changed: 0, unchanged: 2 });
      expect(await load('1')).toMatchObject({ changed: 0, unchanged: 1 });
      expect(await load('2', '1', '2')).toMatchObject({ added: 0, changed: 1, unchanged: 2 });
      expect(await load('2')).toMatchObject({ changed: 0, unchanged: 1 });
    },
  );

  it('lets a store stand megabytes before its head office', async () => {
    const name = 'x'.repeat(2_000);
    const file = [
      { member_code: 'STORE', head_office_member_code: 'HEAD' },
      ...Array.from({ length: 5_000 }, (_, index) => ({ member_code: `L${index}`, member_name: name })),
      { member_code: 'HEAD' },
    ];
    expect(await importMembers(database, linesOf(file))).toMatchObject({ added: file.length, refused: 0 });
  });
});
