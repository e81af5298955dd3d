import { expect, it } from '@jest/globals';
import { describeDatabases } from '@trading-platform/database/testing';
import { codeLength, type ImportKind } from '@trading-platform/domain-types';
import { linesOf } from '../src/testing/lines.js';
import { importRecords } from '../src/typeorm/import-records.js';
import { orderingSchema } from '../src/typeorm/ordering-schema.js';

/**
 * A code of maximum length. The characters of the code have four bytes each and are all different, so that the database cannot
 * compress the code.
 */
const longest = (field: keyof typeof codeLength) =>
  Array.from({ length: codeLength[field] }, (_, index) =>
    String.fromCodePoint(0x2_00_00 + ((index * 7_919) % 40_000)),
  ).join('');
const member = longest('member_code');
/** In a key that is stored as JSON, each quotation mark takes two bytes. */
const quotes = '"'.repeat(codeLength.catalog_id);

const lines: readonly (readonly [kind: ImportKind, line: object])[] = [
  [
    'members',
    { member_code: member, head_office_member_code: member, member_group_code: longest('member_group_code') },
  ],
  [
    'master',
    {
      member_code: member,
      member_code_partner: member,
      buy: [{ item_id: longest('item_id') }],
      catalog: [{ item_id: longest('item_id'), catalog_id: longest('catalog_id') }],
    },
  ],
  ['trade', { trade_id: longest('trade_id'), member_code_self: member, status_code: '40', order_day: '2026-01-05' }],
  ['orderblock', { member_code_buyer: member, seller_list: [{ member_code_seller: member, orderblock: [{}] }] }],
  ['businessholiday', { member_code_seller: member, businessholiday: [{ set_id: longest('set_id') }] }],
  ['fc-prices', { fc_owner_member_code: member, catalog_id: longest('catalog_id'), method: 'fixed', value: '1' }],
  ['fc-prices', { fc_owner_member_code: member, catalog_id: quotes, method: 'fixed', value: '1' }],
  ['delivery-places', { member_code: member, delivery_place_id: longest('delivery_place_id') }],
];

describeDatabases('the longest keys', [orderingSchema], (open) => {
  it('fit into the indexes', async () => {
    const database = await open();
    for (const [kind, line] of lines) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await importRecords(kind, database, linesOf([line]))).toMatchObject({ added: 1, refused: 0 });
    }
  });
});
