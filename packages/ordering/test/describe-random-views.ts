import { expect, it } from '@jest/globals';
import type { AcceptedOrder } from '../src/order/judge-order.js';
import { orderAmounts } from '../src/order/order-amounts.js';
import { slipViews } from '../src/order/slip-views.js';
import { JsonBytes } from '../src/record/json-bytes.js';
import { effectivePrice } from '../src/tax/effective-price.js';
import { renderSlip } from '../src/trade/trade-format.js';
import { aRule } from './fc-price-builders.js';
import { aMember, anOrder, anOrderLine, aPair, aProduct, sentAt } from './order-builders.js';
import { Random } from './random-market.js';
import { referenceViews } from './reference-views.js';

/** Renders random orders, and compares both views with views that the test writes field by field. */
export function describeRandomViews(orders: number): void {
  it(`of ${orders} random orders are those of a plain calculation`, () => {
    const random = new Random(20_261_124);
    const numbers = { tradeId: 'T1', checkNumber: '261118-0000001' };
    for (let n = 0; n < orders; n++) {
      const accepted = randomOrder(random);
      const { buyer, seller } = slipViews(accepted, numbers);
      const rendered = [buyer, seller].map(
        (view) => JSON.parse(`{${renderSlip(view, new JsonBytes()).body.toString()}`) as unknown,
      );
      const expected = referenceViews(accepted, numbers);
      expect([n, ...rendered]).toEqual([n, expected.buyer, expected.seller]);
    }
  });
}

const texts = ['', 'a', '至急 "now"', 'line\nline', '𠮷'];
const dates = ['', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21'];

function randomOrder(random: Random): AcceptedOrder {
  const { products: _, ...pair } = aPair({
    buyer: randomMember(random, '10000001'),
    seller: randomMember(random, '20000001'),
    fcOwner: perhaps(random, randomMember(random, '30000001')),
    sellersCustomerCode: random.pick(['', 'K1']),
  });
  const place = {
    memberCode: '10000001',
    deliveryPlaceId: '1',
    deliveryPlaceCode: 'K',
    deliveryPlaceName: random.pick(texts),
    defaultFlg: '0',
  };
  const unpriced = random.times(1, 6, () => ({
    line: anOrderLine({ prod_lot_qty: random.pick(['1', '3', '0.5', '12.3456', '4999']), ...remarks(random) }),
    product: randomProduct(random),
  }));
  const order = anOrder({
    hope_delivery_date: random.pick(dates.slice(2)),
    send_flg: random.pick(['0', '1'] as const),
    order_trade_comment: random.pick(texts),
  });
  const days = { order: '2026-11-18', delivery: order.hope_delivery_date };
  const lines = unpriced.map((line) => ({ ...line, price: effectivePrice(line.product.catalog, days) }));
  const amounts = orderAmounts(pair, lines, { orderSendDate: days.order, deliveryDate: days.delivery });
  return { order, pair, deliveryPlace: perhaps(random, place), lines, amounts, at: sentAt, changeUntil: '' };
}

function remarks(random: Random) {
  return random.pick([{}, { prod_remarks: random.pick(texts) }]);
}

function randomMember(random: Random, memberCode: string) {
  return aMember(memberCode, {
    memberName: random.pick(texts),
    groupCode: random.pick(['', 'G1']),
    groupName: random.pick(texts),
    memberGroupCode: random.pick(['', 'M1']),
    fcOwnerCode: random.pick(['', 'F1']),
    taxCalcMethod: random.pick(['', '0', '1', '2']),
    belowDecPoint: random.pick(['', '0', '1', '2']),
    invoiceMemberKbn: random.pick(['', '1', '2']),
    invoiceRegNo: random.pick(['', 'T7000012050002']),
  });
}

function randomProduct(random: Random) {
  const price = () => random.pick(['', '0', '1', '99', '105', '98.5', '1234.5678', '9999999.9999']);
  const catalogId = random.pick(['c1', 'x'.repeat(20), 'x'.repeat(21)]);
  return aProduct(catalogId, {
    header: {
      customer_code: random.pick(['', 'T1']),
      op_name: random.pick(texts),
      private_op_code: random.pick(texts),
    },
    ...perhaps(random, { buy: randomBuyLine(random) }),
    fcRules: random.times(0, 2, () =>
      aRule({
        method: random.pick(['fixed', 'rate'] as const),
        value: random.pick(['0', '7', '100']),
        rounding: random.pick(['0', '1', '2'] as const),
        validFrom: random.pick(dates),
        validTo: random.pick(dates),
        dateBasis: random.pick(['order', 'delivery'] as const),
      }),
    ),
    catalog: {
      item_id: 'I1',
      item_name: random.pick(texts),
      item_spec: random.pick(texts),
      item_number: 'n',
      item_unit_code: 'u',
      item_unit_name: random.pick(texts),
      prod_unit_code: 'p',
      prod_unit_name: random.pick(texts),
      private_unit_code: random.pick(texts),
      private_item_code: random.pick(['', 'P1', 'p'.repeat(21)]),
      food_cat_small_code: '010101',
      update_date: random.pick(['', '2026-01-05 10:00:00']),
      prod_lot_price: price(),
      approval_prod_lot_price: price(),
      price_change_st_date: random.pick(dates),
      price_change_st_date_code: random.pick(['', '0', '1']),
      tax_rate_code: random.pick(['', '0', '1', '2']),
      prod_lot_with_tax_code: random.pick(['', '0', '1']),
    },
  });
}

function randomBuyLine(random: Random) {
  return {
    subject_code: random.pick(texts),
    small_name: 'n',
    auxiliary_subject_code: '1',
    auxiliary_small_name: '2',
    correspond_subject_code: '3',
    correspond_small_name: '4',
    correspond_auxiliary_subject_code: '5',
    correspond_auxiliary_small_name: '6',
    free_txt_item1: random.pick(texts),
    free_txt_item2: '7',
  };
}

function perhaps<Value>(random: Random, value: Value): Value | undefined {
  return random.below(2) === 0 ? undefined : value;
}
