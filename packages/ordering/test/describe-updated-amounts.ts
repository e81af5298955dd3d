import { deepStrictEqual } from 'node:assert/strict';
import { expect, it } from '@jest/globals';
import type { CatalogLine, TradeImport } from '@trading-platform/domain-types';
import fc from 'fast-check';
import type { Member } from '../src/member/member.js';
import type { OrderPair } from '../src/order/order-pair.js';
import { amountRulesOf } from '../src/tax/amount-rules.js';
import type { SlipLine } from '../src/tax/slip-amounts.js';
import { rateOf, type TaxRate } from '../src/tax/tax-rate.js';
import { aMember, anOrderLine, aPair, aProduct } from './order-builders.js';
import { Exact, modes, SlowSlip } from './slow-slip.js';
import { after, aSlip, line, type UsableSlip } from './update-builders.js';

/** A product of a random slip, with the quantities of its line. */
interface RandomLine {
  readonly catalog: Pick<CatalogLine, 'prod_lot_price' | 'tax_rate_code' | 'prod_lot_with_tax_code'>;
  /** The percentage by which the FC price is above the price. */
  readonly fcPercent: number;
  readonly ordered: string;
  /** Undefined if the shipment does not name the line. */
  readonly shipped: { readonly quantity: string; readonly price: string } | undefined;
  /** The parts in which the received goods are returned, in percent of the remaining goods. */
  readonly returns: readonly number[];
}

interface RandomSlip {
  readonly lines: readonly RandomLine[];
  readonly seller: Pick<Member, 'taxCalcMethod' | 'belowDecPoint'>;
  readonly fcOwner: Pick<Member, 'taxCalcMethod' | 'belowDecPoint'> | undefined;
  readonly shipping: string | undefined;
}

const decimal = (most: number) =>
  fc
    .tuple(fc.integer({ min: 0, max: most }), fc.constantFrom('', '', '.5', '.25', '.3333', '.0001'))
    .map(([whole, fraction]) => `${whole}${fraction}`);
const rules = fc.record({
  taxCalcMethod: fc.constantFrom('0', '1', '2', ''),
  belowDecPoint: fc.constantFrom('0', '1', '2', ''),
});
const randomLine: fc.Arbitrary<RandomLine> = fc
  .record({
    price: decimal(3_000),
    tax_rate_code: fc.constantFrom('0', '1', '1', '2'),
    prod_lot_with_tax_code: fc.constantFrom('0', '1'),
    fcPercent: fc.integer({ min: -20, max: 60 }),
    ordered: decimal(40).map((quantity) => (/[1-9]/.test(quantity) ? quantity : '1')),
    quantityPercent: fc.constantFrom(0, 25, 50, 99, 100, undefined),
    pricePercent: fc.constantFrom(50, 90, 100),
    returns: fc.array(fc.constantFrom(0, 10, 33, 50, 100), { maxLength: 4 }),
  })
  .map(({ price, tax_rate_code, prod_lot_with_tax_code, fcPercent, ordered, returns, ...percents }) => ({
    catalog: { prod_lot_price: price, tax_rate_code, prod_lot_with_tax_code },
    fcPercent,
    ordered,
    returns,
    shipped:
      percents.quantityPercent === undefined
        ? undefined
        : { quantity: part(ordered, percents.quantityPercent), price: part(price, percents.pricePercent) },
  }));
/** In many slips, all prices contain the tax or none does, because such slips have a rule of their own. */
const randomLines = fc
  .tuple(fc.array(randomLine, { minLength: 1, maxLength: 7 }), fc.constantFrom(undefined, '0', '1'))
  .map(([lines, withTax]) =>
    withTax === undefined
      ? lines
      : lines.map((one) => ({ ...one, catalog: { ...one.catalog, prod_lot_with_tax_code: withTax } })),
  )
  .map((lines) => (lines.some(isShipped) ? lines : lines.map((one) => ({ ...one, shipped: undefined }))));
const randomSlip: fc.Arbitrary<RandomSlip> = fc.record({
  lines: randomLines,
  seller: rules,
  fcOwner: fc.option(rules, { nil: undefined }),
  shipping: fc.option(decimal(2_000), { nil: undefined }),
});

function part(text: string, percent: number): string {
  return new Exact(text).times(percent).div(100).toDecimalPlaces(4, Exact.ROUND_DOWN).toFixed();
}

function isShipped({ ordered, shipped }: RandomLine): boolean {
  return new Exact(shipped?.quantity ?? ordered).gt(0);
}

function pairOf({ lines, seller, fcOwner }: RandomSlip): OrderPair {
  return aPair({
    buyer: aMember('10000001', fcOwner && { fcOwnerMemberCode: '40000004' }),
    seller: aMember('20000001', seller),
    fcOwner: fcOwner && aMember('40000004', fcOwner),
    products: lines.map(({ catalog, fcPercent }, index) =>
      aProduct(`c${index}`, {
        catalog,
        fcRules: [
          {
            fcOwnerMemberCode: '40000004',
            memberCodeStore: '',
            catalogId: '',
            foodCatLargeCode: '',
            method: 'rate',
            value: String(fcPercent),
            rounding: '2',
            validFrom: '',
            validTo: '',
            dateBasis: 'order',
          },
        ],
      }),
    ),
  });
}

function orderedSlip({ lines }: RandomSlip, pair: OrderPair): UsableSlip {
  const detail_list = lines.map(({ ordered }, index) =>
    anOrderLine({ catalog_id: `c${index}`, prod_lot_qty: ordered }),
  );
  return aSlip({ detail_list }, pair);
}

function shippedSlip(random: RandomSlip, pair: OrderPair): UsableSlip {
  const detail_list = random.lines.flatMap(({ shipped }, index) =>
    shipped === undefined
      ? []
      : [{ trade_prod_id: line(index + 1), prod_lot_qty: shipped.quantity, prod_lot_price: shipped.price }],
  );
  return after(orderedSlip(random, pair), {
    side: 'seller',
    pair,
    update: {
      action: 'ship',
      ...(detail_list.length > 0 && { detail_list }),
      ...(random.shipping !== undefined && { trade_shipping: random.shipping }),
    },
  });
}

/** The lines of the seller's part or of the FC part after the shipment, from the random slip. */
function plainLines({ lines }: RandomSlip, isFc: boolean): SlipLine[] {
  return lines.map(({ catalog, ordered, shipped, fcPercent }) => {
    const price = shipped?.price ?? catalog.prod_lot_price;
    const fcPrice = new Exact(price).times(100 + fcPercent).div(100);
    return {
      quantity: shipped?.quantity ?? ordered,
      price: isFc ? fcPrice.toDecimalPlaces(0, Exact.ROUND_HALF_UP).toFixed() : price,
      rate: rateOf(catalog.tax_rate_code),
      taxIncluded: catalog.prod_lot_with_tax_code === '1',
    };
  });
}

/** The shipping costs as a line, rounded by the seller's rules. There is no line if the rounded costs are 0. */
function costsOf({ shipping = '0', seller }: RandomSlip): readonly SlipLine[] {
  const price = new Exact(shipping).toDecimalPlaces(0, modes[amountRulesOf(seller).rounding]).toFixed();
  return price === '0' ? [] : [{ quantity: '1', price, rate: 'standard', taxIncluded: false }];
}

type Amounts = ReturnType<SlowSlip['amounts']>;

function plus(one: string, other: string): string {
  return new Exact(one).plus(other).toFixed();
}

function minus(one: string, other: string): string {
  return new Exact(one).minus(other).toFixed();
}

/** The expected header of a part, from a simple calculation. */
function expectedHeader({ rates, overall, lines }: Amounts, products: number): Readonly<Record<string, string>> {
  const shipping = lines[products] ?? { taxExcluded: '0', tax: '0' };
  const { standard, reduced, exempt } = rates;
  return {
    trade_subtotal: overall.taxExcluded,
    trade_tax: overall.tax,
    trade_total: plus(overall.taxExcluded, overall.tax),
    shipping_tax: shipping.tax,
    prod_total_tax_excluded_total: minus(overall.taxExcluded, shipping.taxExcluded),
    prod_tax_total: minus(overall.tax, shipping.tax),
    trade_subtotal_normal: standard.taxExcluded,
    trade_tax_normal: standard.tax,
    trade_subtotal_reduced: reduced.taxExcluded,
    trade_tax_reduced: reduced.tax,
    trade_tax_free_total: exempt.taxExcluded,
    tax_excluded_total_std_rate: standard.taxExcluded,
    tax_excluded_total_rds_rate: reduced.taxExcluded,
    tax_excluded_total_tax_free: exempt.taxExcluded,
    tax_excluded_total: overall.taxExcluded,
    tax_total_std_rate: standard.tax,
    tax_total_rds_rate: reduced.tax,
    tax_total: overall.tax,
    total_std_rate: plus(standard.taxExcluded, standard.tax),
    total_rds_rate: plus(reduced.taxExcluded, reduced.tax),
  };
}

function fieldsOf(view: object, names: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(names.map((name) => [name, (view as Readonly<Record<string, unknown>>)[name]]));
}

function prefixed(fields: Readonly<Record<string, string>>, prefix: string): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [prefix + name, value]));
}

/** Compares a shipped slip with a simple calculation of its amounts. */
function checkShipment(random: RandomSlip): void {
  const slip = shippedSlip(random, pairOf(random));
  const costs = costsOf(random);
  const products = random.lines.length;
  const amountsOf = (isFc: boolean, member: RandomSlip['seller']) =>
    new SlowSlip([...plainLines(random, isFc), ...costs], amountRulesOf(member)).amounts();
  const sellers = amountsOf(false, random.seller);
  const expected = expectedHeader(sellers, products);
  for (const view of [slip.buyer, slip.seller]) {
    deepStrictEqual(fieldsOf(view, Object.keys(expected)), expected);
    deepStrictEqual(
      view.detail_list?.map(({ prod_lot_total, prod_lot_total_tax_excluded, tax, prod_price_tax_excluded }) => [
        prod_lot_total,
        prod_lot_total_tax_excluded,
        tax,
        prod_price_tax_excluded,
      ]),
      sellers.lines
        .slice(0, products)
        .map(({ amount, taxExcluded, tax, priceTaxExcluded }) => [amount, taxExcluded, tax, priceTaxExcluded]),
    );
    if (random.fcOwner === undefined) continue;
    const fcPart = amountsOf(true, random.fcOwner);
    const fcExpected = prefixed(expectedHeader(fcPart, products), 'fc_');
    deepStrictEqual(fieldsOf(view, Object.keys(fcExpected)), fcExpected);
  }
}

interface Taxed {
  readonly taxExcluded: string;
  readonly tax: string;
}

/**
 * The goods of a slip, with the quantities that were not returned. The shipping costs of the slip only affect how tax
 * is calculated.
 */
function keptGoods(random: RandomSlip, isFc: boolean, kept: readonly string[]): Readonly<Record<TaxRate, Taxed>> {
  const member = isFc ? random.fcOwner! : random.seller;
  const costs = costsOf(random).map((one) => ({ ...one, quantity: '0' }));
  const lines = plainLines(random, isFc).map((one, index) => ({ ...one, quantity: kept.at(index) ?? '0' }));
  return new SlowSlip([...lines, ...costs], amountRulesOf(member)).amounts().rates;
}

const rateFields = {
  standard: ['trade_subtotal_normal', 'trade_tax_normal'],
  reduced: ['trade_subtotal_reduced', 'trade_tax_reduced'],
  exempt: ['trade_tax_free_total', undefined],
} as const;

function ratesIn(view: TradeImport, prefix: '' | 'fc_'): Readonly<Record<TaxRate, Taxed>> {
  const of = (rate: TaxRate): Taxed => {
    const [excluded, tax] = rateFields[rate];
    return {
      taxExcluded: view[`${prefix}${excluded}`] ?? '',
      tax: tax === undefined ? '0' : (view[`${prefix}${tax}`] ?? ''),
    };
  };
  return { standard: of('standard'), reduced: of('reduced'), exempt: of('exempt') };
}

function difference(one: Readonly<Record<TaxRate, Taxed>>, other: Readonly<Record<TaxRate, Taxed>>) {
  const of = (rate: TaxRate): Taxed => ({
    taxExcluded: new Exact(one[rate].taxExcluded).minus(other[rate].taxExcluded).plus(0).toFixed(),
    tax: new Exact(one[rate].tax).minus(other[rate].tax).plus(0).toFixed(),
  });
  return { standard: of('standard'), reduced: of('reduced'), exempt: of('exempt') };
}

function sumOf(texts: readonly (string | undefined)[]): string {
  return texts.reduce((total, text) => total.plus(text || '0'), new Exact(0)).toFixed();
}

/**
 * Returns all goods in several returns. Compares each return with a simple calculation, and all returns together with
 * the slip.
 */
function checkReturns(random: RandomSlip): void {
  const shipped = shippedSlip(random, pairOf(random));
  let slip = after(shipped, { side: 'buyer', update: { action: 'receive' } });
  const parts = random.fcOwner === undefined ? ([''] as const) : (['', 'fc_'] as const);
  let kept = plainLines(random, false).map(({ quantity }) => quantity);
  const made: TradeImport[] = [];
  const rounds = Math.max(...random.lines.map(({ returns }) => returns.length));
  for (let round = 0; round <= rounds; round++) {
    const steps = random.lines.map(({ returns }, index) => {
      const left = kept.at(index) ?? '0';
      const quantity = round === rounds ? left : part(left, returns.at(round) ?? 0);
      return { trade_prod_id: line(index + 1), prod_lot_qty: quantity, left: minus(left, quantity) };
    });
    const detail_list = steps
      .filter(({ prod_lot_qty }) => new Exact(prod_lot_qty).gt(0))
      .map(({ trade_prod_id, prod_lot_qty }) => ({ trade_prod_id, prod_lot_qty }));
    if (detail_list.length === 0) continue;
    const before = kept;
    slip = returned(slip, detail_list);
    const view = slip.made!.views.buyer;
    made.push(view);
    kept = steps.map(({ left }) => left);
    for (const prefix of parts) {
      const isFc = prefix === 'fc_';
      deepStrictEqual(
        ratesIn(view, prefix),
        difference(keptGoods(random, isFc, kept), keptGoods(random, isFc, before)),
      );
      deepStrictEqual(
        sumOf((view.detail_list ?? []).map((one) => one[isFc ? 'fc_prod_lot_sum' : 'prod_lot_sum'])),
        view[`${prefix}trade_total`],
      );
    }
    deepStrictEqual(slip.made!.views.seller.trade_total, view.trade_total);
  }
  for (const prefix of parts) {
    for (const name of ['prod_total_tax_excluded_total', 'prod_tax_total'] as const) {
      const field = `${prefix}${name}` as const;
      deepStrictEqual(sumOf([shipped.buyer[field], ...made.map((view) => view[field])]), '0');
    }
  }
}

function returned(
  slip: UsableSlip,
  detail_list: readonly { readonly trade_prod_id: string; readonly prod_lot_qty: string }[],
) {
  return after(slip, {
    side: 'buyer',
    update: { action: 'return', order_trade_comment: 'stale', detail_list },
  });
}

/** Compares the amounts of random slips with a separate, simple calculation. */
export function describeUpdatedAmounts(slips: number): void {
  it.each([
    ['shipment', checkShipment],
    ['return', checkReturns],
  ])(`are those of a plain calculation after each %s, in ${slips} slips`, (_name, check) => {
    expect(() => fc.assert(fc.property(randomSlip, check), { numRuns: slips })).not.toThrow();
  });
}
