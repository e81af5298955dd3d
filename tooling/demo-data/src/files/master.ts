import { masterImport } from '@trading-platform/domain-types';
import { dayText, momentText } from '../calendar.js';
import { type PairProduct, pairsOf, priceText, productOfPair } from '../market/assortment.js';
import { units } from '../market/food-categories.js';
import type { Market, Member } from '../market/market.js';
import { Random } from '../random.js';
import { type RecordValues, recordText } from '../record-text.js';

const text = recordText(masterImport.fields);

const openingHours = { first: 8 * 3_600, last: 20 * 3_600 };
const accountsPayable = { code: '2120', name: '買掛金' };
const remarks = [
  '要冷蔵',
  '常温保管',
  '冷凍保管',
  '開封後はお早めに',
  '季節により産地変更あり',
  '賞味期限 製造より30日',
];

/**
 * The lines of the master file, in the order of the master download. The lines show the market as it is on the day
 * `today`.
 */
export function* masterLines(market: Market, today: number): Generator<string> {
  for (const pair of pairsOf(market)) {
    const header = pairHeader(market, pair.buyer, pair.group.index, pair.supplier);
    for (let index = 0; index < pair.count; index++) {
      const pairProduct = productOfPair(market.seed, pair, index);
      const random = new Random(market.seed, 6, pairProduct.position);
      yield text({ ...header, ...lines(pairProduct, random, today) });
    }
  }
}

/** The fields that are equal in all records of one pair of buyer and supplier. */
function pairHeader(
  market: Market,
  buyer: Member,
  groupIndex: number,
  supplier: PairProduct['pair']['supplier'],
): RecordValues {
  const random = new Random(market.seed, 5, groupIndex, supplier.index);
  const depot = supplier.depots[random.int(0, supplier.depots.length)];
  const orderTo = depot ?? supplier;
  return {
    member_code: buyer.code,
    group_code: buyer.groupCode,
    member_name: buyer.name,
    op_name: buyer.operator,
    private_op_code: String(random.int(1, 9_999)).padStart(4, '0'),
    member_code_partner: supplier.member.code,
    customer_code: `T${String(supplier.index + 1).padStart(5, '0')}`,
    member_name_partner: supplier.member.name,
    member_code_order_to: orderTo.member.code,
    order_code_to: orderTo.member.groupCode,
    order_name_to: orderTo.name,
    order_name_kana_to: orderTo.kana,
  };
}

/**
 * Most products have one line of each kind. A few products have only one kind of line, and a few have a second catalog
 * line.
 */
function lines(pairProduct: PairProduct, random: Random, today: number): RecordValues {
  const created = today - random.int(30, 1_400);
  const updated = random.chance(0.4) ? created : random.int(created, today - 1);
  const kind = random.next();
  const onlyBuy = kind < 0.04;
  const onlyCatalog = kind > 0.97;
  const twoLines = kind > 0.5 && kind < 0.51;
  const buy = onlyCatalog ? [] : [buyValues(pairProduct, random, created, updated)];
  if (onlyBuy) return { buy, catalog: [] };
  const catalog = catalogValues(pairProduct, random, created, updated, today);
  return { buy, catalog: twoLines ? [catalog, caseLine(catalog, pairProduct)] : [catalog] };
}

function buyValues(
  { product, price, privateItemCode, pair }: PairProduct,
  random: Random,
  created: number,
  updated: number,
) {
  const { packing, unitCode, privateUnitCode, category } = product;
  const { account } = category.middle.large;
  const stockPrice = Number(packing.number) > 1 ? priceText(Number(price) / Number(packing.number)) : price;
  return {
    item_id: product.itemId,
    private_item_code: privateItemCode,
    item_name: product.name,
    item_spec: packing.spec,
    item_number: packing.number,
    item_unit_code: unitCode,
    number_private_unit_code: privateUnitCode,
    item_unit_name: packing.unit,
    subject_code: account.code,
    small_name: account.name,
    auxiliary_subject_code: category.middle.code,
    auxiliary_small_name: category.middle.name,
    correspond_subject_code: accountsPayable.code,
    correspond_small_name: accountsPayable.name,
    correspond_auxiliary_subject_code: String(pair.supplier.index + 1).padStart(4, '0'),
    correspond_auxiliary_small_name: pair.supplier.name,
    free_txt_item1: random.chance(0.3) ? random.pick(remarks) : '',
    free_txt_item2: random.chance(0.05) ? random.pick(remarks) : '',
    stock_class: pair.supplier.ownProduction ? '2' : '1',
    stock_price: stockPrice,
    stock_unit_code: unitCode,
    private_stock_unit_code: privateUnitCode,
    stock_unit: packing.unit,
    default_unit_code: unitCode,
    private_default_unit_code: privateUnitCode,
    default_unit: packing.unit,
    ...stockUnits(product, random),
    create_date: moment(random, created),
    update_date: moment(random, updated),
  };
}

/**
 * The unit in which stock is counted, and up to three smaller units. Each smaller unit comes with its quantity in one
 * larger unit.
 */
function stockUnits({ packing, unitCode, privateUnitCode }: PairProduct['product'], random: Random): RecordValues {
  const values: Record<string, string> = {
    stock_qty_base: '1',
    stock_unit_base: packing.unit,
    stock_unit_code_base: unitCode,
    private_stock_unit_code_base: privateUnitCode,
  };
  const smaller = [
    { unit: '個', quantity: packing.number },
    { unit: 'パック', quantity: String(random.int(2, 6)) },
    { unit: 'kg', quantity: String(random.int(1, 20) / 2) },
  ] as const;
  for (const [index, { unit, quantity }] of smaller.slice(0, random.int(0, 3)).entries()) {
    const number = index + 1;
    values[`stock_sub_qty${number}`] = quantity;
    values[`stock_sub_unit${number}`] = unit;
    values[`stock_sub_unit_code${number}`] = units[unit].code;
    values[`private_stock_sub_unit_code${number}`] = units[unit].privateCode;
  }
  return values;
}

function catalogValues(
  pairProduct: PairProduct,
  random: Random,
  created: number,
  updated: number,
  today: number,
): Record<string, string> {
  const { product, price, privateItemCode, catalogId, pair } = pairProduct;
  const { packing, unitCode, privateUnitCode, category } = product;
  const { middle } = category;
  const shared = pair.buyer.headOffice === undefined && random.chance(0.7);
  const stopped = random.chance(0.04);
  return {
    catalog_id: catalogId,
    item_id: product.itemId,
    item_name: product.name,
    item_spec: packing.spec,
    item_number: packing.number,
    item_unit_code: unitCode,
    number_private_unit_code: privateUnitCode,
    item_unit_name: packing.unit,
    prod_lot_price: price,
    prod_lot_price_old: random.chance(0.3) ? priceText(Number(price) * 0.96) : '',
    prod_unit_code: unitCode,
    private_unit_code: privateUnitCode,
    prod_unit_name: packing.unit,
    share_flg: shared ? '1' : '0',
    food_cat_large_code: middle.large.code,
    food_cat_large_name: middle.large.name,
    food_cat_middle_code: middle.code,
    food_cat_middle_name: middle.name,
    food_cat_small_code: category.code,
    food_cat_small_name: category.name,
    price_change_date: random.chance(0.3) ? dayText(updated) : '',
    item_wholesale_with_taxfree: '',
    view_active_code: random.chance(0.03) ? '0' : '1',
    sell_stop_active_code: stopped ? '1' : '0',
    sell_stop_planned_date: stopped ? dayText(updated) : '',
    sell_stop_code: stopped ? '1' : '0',
    prod_lot_with_tax_code: pairProduct.taxIncluded ? '1' : '0',
    ...priceChange(product, price, random, today),
    lead_time: String(product.leadTime),
    private_item_code: privateItemCode,
    start_date_real: dayText(created + 1),
    minimum_lot: String(product.minimumLot),
    multiple_lot: String(product.multipleLot),
    item_deleted_code: random.chance(0.01) ? '1' : '0',
    tax_rate_code: product.taxRateCode,
    create_date: moment(random, created),
    update_date: moment(random, updated),
    share_create_date: shared ? moment(random, created) : '',
    share_update_date: shared ? moment(random, updated) : '',
    store_unshare_flg: shared && random.chance(0.03) ? '1' : '0',
  };
}

/** Some lines have a new price that was requested, agreed on, or refused. */
function priceChange(product: PairProduct['product'], price: string, random: Random, today: number): RecordValues {
  const state = random.next();
  const unit = { name: product.packing.unit, code: product.unitCode };
  const newPrice = priceText(Number(price) * (1 + random.next() * 0.1));
  const start = dayText(today + random.int(-20, 60));
  const basis = random.chance(0.5) ? '0' : '1';
  if (state < 0.9) return { status_code: '0' };
  if (state < 0.92) return { status_code: '1', ...requested(newPrice, unit), price_change_st_date: '' };
  if (state < 0.95) {
    return {
      status_code: '2',
      ...requested(newPrice, unit),
      price_change_st_date: start,
      price_change_st_date_code: basis,
    };
  }
  if (state < 0.96) return { status_code: '3', ...requested(newPrice, unit) };
  return {
    status_code: '0',
    approval_prod_lot_price: newPrice,
    approval_prod_unit_name: unit.name,
    approval_prod_unit_code: unit.code,
    price_change_st_date: start,
    price_change_st_date_code: basis,
  };
}

function requested(price: string, unit: { readonly name: string; readonly code: string }): RecordValues {
  return { request_prod_lot_price: price, request_prod_unit_name: unit.name, request_prod_unit_code: unit.code };
}

/** The catalog line for ordering the same product by the case. */
function caseLine(catalog: Record<string, string>, { catalogId, price }: PairProduct): Record<string, string> {
  return {
    ...catalog,
    catalog_id: String(Number(catalogId) + 1),
    prod_lot_price: priceText(Number(price) * 9.5),
    prod_lot_price_old: '',
    prod_unit_code: units.ケース.code,
    private_unit_code: units.ケース.privateCode,
    prod_unit_name: 'ケース',
    minimum_lot: '1',
    multiple_lot: '1',
  };
}

function moment(random: Random, day: number): string {
  return momentText(day, random.int(openingHours.first, openingHours.last));
}
