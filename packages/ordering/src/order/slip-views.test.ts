import { describe, expect, it } from '@jest/globals';
import { settingsOf } from '../../test/delivery-builders.js';
import { aMember, anOrder, anOrderLine, aPair, aProduct, sentAt } from '../../test/order-builders.js';
import { parseJapanTime } from '../delivery/japan-time.js';
import { tradeFormat } from '../trade/trade-format.js';
import { orderJudge } from './judge-order.js';
import type { OrderPair } from './order-pair.js';
import { type SlipViews, sentFields, slipViews, type TradeView } from './slip-views.js';
import type { UploadedOrder } from './uploaded-order.js';

const numbers = { tradeId: '900000000001', checkNumber: '261118-00001' };
const place = {
  memberCode: '10000001',
  deliveryPlaceId: '7',
  deliveryPlaceCode: 'A',
  deliveryPlaceName: 'yard',
  defaultFlg: '1',
};

function viewsOf(order: Partial<UploadedOrder> = {}, pair: Partial<OrderPair> = {}): SlipViews {
  const judged = orderJudge(aPair({ settings: settingsOf({}), ...pair }), sentAt)(anOrder(order));
  if ('errors' in judged) throw new Error(JSON.stringify(judged.errors));
  return slipViews(judged.accepted, numbers);
}

function lineOf(view: TradeView, index = 0) {
  return view.detail_list[index]?.whole;
}

describe('the two views of a slip', () => {
  it('see self and partner from either side', () => {
    const buyer = aMember('10000001', { memberGroupCode: 'M1' });
    const { buyer: buyers, seller: sellers } = viewsOf({}, { buyer });
    expect(buyers).toMatchObject({
      member_code_self: '10000001',
      member_name_self: 'name of 10000001',
      group_code: 'G-10000001',
      self_group_code: 'G-10000001',
      op_name_self: 'Yamada',
      private_op_code: '77',
      member_code_partner: '20000001',
      member_name_partner: 'name of 20000001',
      customer_code: 'T1',
      partner_group_list: [{ partner_group_code: 'G-20000001', partner_group_name: 'group of 20000001' }],
    });
    expect(sellers).toMatchObject({
      member_code_self: '20000001',
      member_name_self: 'name of 20000001',
      member_code_partner: '10000001',
      customer_code: 'K1',
      partner_group_list: [
        { partner_group_code: 'M1', partner_group_name: '' },
        { partner_group_code: 'G-10000001', partner_group_name: 'group of 10000001' },
      ],
    });
    expect(sellers).not.toHaveProperty('op_name_self');
  });

  it('have one number, days, place and comment', () => {
    const { buyer, seller } = viewsOf({ order_trade_comment: 'back door' }, { deliveryPlaces: [place] });
    for (const view of [buyer, seller]) {
      expect(view).toMatchObject({
        trade_id: '900000000001',
        check_number: '261118-00001',
        status_code: '40',
        status_day: '2026-11-18',
        order_day: '2026-11-18',
        hope_delivery_date: '2026-11-20',
        delivery_date: '2026-11-20',
        send_date: '2026-11-18',
        send_time: '10:00:00',
        order_send_date: '2026-11-18',
        order_send_time: '10:00:00',
        order_trade_comment: 'back door',
        delivery_place_id: '7',
        delivery_place_code: 'A',
        delivery_place_name: 'yard',
        slip_kind: '1',
        update_date: '2026-11-18 10:00:00',
      });
    }
  });

  it('are planned and not sent with send_flg 0, until they are sent', () => {
    const { buyer } = viewsOf({ send_flg: '0' });
    expect(buyer).toMatchObject({ status_code: '10', status_day: '2026-11-18', order_day: '2026-11-18' });
    expect(buyer).not.toHaveProperty('send_date');
    expect({ ...buyer, ...sentFields(parseJapanTime('2026-11-19 23:59:59')!) }).toMatchObject({
      status_code: '40',
      status_day: '2026-11-19',
      order_day: '2026-11-18',
      send_date: '2026-11-19',
      send_time: '23:59:59',
      order_send_date: '2026-11-19',
      order_send_time: '23:59:59',
      update_date: '2026-11-19 23:59:59',
    });
  });

  it('have the amounts by the settings of the seller', () => {
    const products = [
      aProduct('c1', { catalog: { prod_lot_price: '105', tax_rate_code: '0' } }),
      aProduct('c2', { catalog: { prod_lot_price: '98.5', tax_rate_code: '1' } }),
    ];
    const detail_list = [anOrderLine({ prod_lot_qty: '3' }), anOrderLine({ catalog_id: 'c2', prod_lot_qty: '1.5' })];
    const seller = aMember('20000001', { taxCalcMethod: '1', belowDecPoint: '0', invoiceRegNo: 'T1234567890123' });
    const buyer = aMember('10000001', { taxCalcMethod: '0', belowDecPoint: '1' });
    const views = viewsOf({ detail_list }, { products, seller, buyer });
    for (const view of [views.buyer, views.seller]) {
      expect(view).toMatchObject({
        trade_subtotal: '462',
        trade_tax: '42',
        trade_total: '504',
        tax_calc_method: '1',
        below_dec_point: '0',
        trade_subtotal_normal: '315',
        trade_tax_normal: '31',
        trade_subtotal_reduced: '147',
        trade_tax_reduced: '11',
        invoice_reg_no: 'T1234567890123',
      });
      expect(lineOf(view, 1)).toMatchObject({
        trade_prod_id: '900000000001002',
        prod_lot_qty: '1.5',
        order_prod_lot_qty: '1.5',
        prod_lot_price: '98.5',
        prod_lot_total: '147',
        tax_rate: '8',
      });
    }
  });

  it.each([
    ['0', '2026-11-18', '120'],
    ['0', '2026-11-19', '100'],
    ['1', '2026-11-20', '120'],
    ['1', '2026-11-21', '100'],
  ])('have the price of the order day or the delivery day: code %s, from %s', (code, from, price) => {
    const catalog = { approval_prod_lot_price: '120', price_change_st_date: from, price_change_st_date_code: code };
    expect(lineOf(viewsOf({}, { products: [aProduct('c1', { catalog })] }).seller)).toMatchObject({
      prod_lot_price: price,
    });
  });

  it('have an FC part where the buyer has an FC owner', () => {
    const rule = {
      fcOwnerMemberCode: '30000001',
      memberCodeStore: '',
      catalogId: '',
      foodCatLargeCode: '',
      method: 'rate',
      value: '5',
      rounding: '2',
      validFrom: '',
      validTo: '',
      dateBasis: 'order',
    } as const;
    const pair = {
      buyer: aMember('10000001', { fcOwnerMemberCode: '30000001', fcOwnerCode: 'OW1' }),
      fcOwner: aMember('30000001', { taxCalcMethod: '0', belowDecPoint: '2', invoiceRegNo: '' }),
      products: [aProduct('c1', { fcRules: [rule], catalog: { prod_lot_price: '99' } })],
    };
    const { buyer } = viewsOf({}, pair);
    expect(buyer).toMatchObject({
      fc_owner_name: 'name of 30000001',
      fc_owner_member_code: '30000001',
      fc_owner_code: 'OW1',
      fc_direct_trade_flg: '0',
      trade_total: '108',
      fc_trade_total: '114',
      fc_tax_calc_method: '0',
      fc_below_dec_point: '2',
    });
    expect(lineOf(buyer)).toMatchObject({ fc_prod_lot_price: '104' });
    expect(viewsOf().buyer).not.toHaveProperty('fc_trade_total');
  });

  it("show the buyer's own codes and accounts to the buyer only", () => {
    const own = {
      catalog: { private_item_code: 'P1', private_unit_code: 'PU' },
      buy: { subject_code: '5110', small_name: 'food', correspond_auxiliary_small_name: 'x', free_txt_item2: 'lunch' },
    };
    const { buyer, seller } = viewsOf({}, { products: [aProduct('c1', own)] });
    const shown = {
      private_item_id: 'P1',
      prod_private_unit_code: 'PU',
      subject_code_1: '5110',
      subject_name_1: 'food',
      subject_name_2a: 'x',
      prod_free_text_2: 'lunch',
    };
    expect(lineOf(buyer)).toMatchObject(shown);
    for (const field of Object.keys(shown)) expect(lineOf(seller)).not.toHaveProperty(field);
  });

  it.each(['x'.repeat(21), 'a\tb'])('leave out a code that no trade request could ask for: %j', (code) => {
    const product = aProduct(code, { catalog: { private_item_code: code } });
    const { buyer } = viewsOf({ detail_list: [anOrderLine({ catalog_id: code })] }, { products: [product] });
    expect(lineOf(buyer)).toMatchObject({ my_catalog_id: '', private_item_id: '' });
  });

  it('are lines that an import takes', () => {
    const catalog = {
      update_date: '2026-11-01 10:00:00',
      private_item_code: 'x'.repeat(200),
      catalog_id: 'y'.repeat(200),
    };
    const { buyer, seller } = viewsOf({}, { deliveryPlaces: [place], products: [aProduct('c1', { catalog })] });
    expect(tradeFormat.read(buyer)).toMatchObject({ tradeId: numbers.tradeId, memberCodeSelf: '10000001', kind: '1' });
    expect(tradeFormat.read(seller)).toMatchObject({ memberCodeSelf: '20000001', memberCodePartner: '10000001' });
    expect(tradeFormat.read(viewsOf({ send_flg: '0' }).seller)).toMatchObject({ statusCode: '10', kind: '4' });
  });
});
