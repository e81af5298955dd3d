import { describe, expect, it } from '@jest/globals';
import type { ListedOrder } from '../../../wire/index.js';
import { type OrderSort, readSort, sortOrders, writeSort } from './sort-orders.js';

const anOrder = (tradeId: string, more: Partial<ListedOrder>): ListedOrder => ({
  tradeId,
  version: '1',
  checkNumber: '',
  uploadNo: '',
  statusCode: '40',
  ownMember: '10010001',
  partner: '50000040',
  partnerName: '',
  orderDay: '',
  wishedDay: '',
  total: '',
  isPlanned: false,
  ...more,
});

const orders = [
  anOrder('1', { checkNumber: 'N-10', orderDay: '2026-11-02', total: '900', partnerName: 'い' }),
  anOrder('2', { checkNumber: 'N-9', orderDay: '', total: '10000', partnerName: 'う' }),
  anOrder('3', { checkNumber: '', orderDay: '2026-11-10', total: '-5', partnerName: 'あ' }),
];

describe('sorting orders', () => {
  it.each<[OrderSort, boolean, string]>([
    ['slip', false, '3 2 1'],
    ['orderDay', true, '3 1 2'],
    ['orderDay', false, '1 3 2'],
    ['total', true, '2 1 3'],
    ['partner', false, '3 1 2'],
    ['wishedDay', true, '1 2 3'],
  ])('by %s (down: %p)', (by, isDown, expected) => {
    const ids = sortOrders(orders, { by, isDown }).map(({ tradeId }) => tradeId);
    expect(ids.join(' ')).toBe(expected);
  });

  it('is written in addresses', () => {
    for (const text of ['total', '-total', '-orderDay']) expect(writeSort(readSort(text))).toBe(text);
    for (const text of [null, '', 'colour', '--total']) expect(writeSort(readSort(text))).toBe('-orderDay');
  });
});
