import type { FcPriceRule } from '../rules/fc-price.js';
import { member } from './members.js';
import { catalogLine, type Line, type ProductLine, product } from './products.js';

/** A request for an FC price, and the answer that must follow from the scenario's rules. */
export interface FcPriceAsk {
  readonly line: string;
  readonly store?: 'store' | 'fcStore';
  readonly price?: string;
  readonly orderSendDate: string;
  /** By default, the order date. */
  readonly deliveryDate?: string;
  readonly gives: number;
}

/** One rule about FC prices. */
export interface FcPriceScenario {
  readonly says: string;
  readonly rules: readonly FcPriceRule[];
  readonly asks: readonly FcPriceAsk[];
}

const store = { member_code_store: member.store };
const june = { valid_from: '2027-06-02', valid_to: '2027-06-29' };
const inJune = { orderSendDate: '2027-06-15' };
const line = (catalog_id: string) => ({ catalog_id });
const rate = (value: string, more: object = {}): FcPriceRule => ({ method: 'rate', value, ...more });
const fixed = (value: string, more: object = {}): FcPriceRule => ({ method: 'fixed', value, ...more });
const layered = { line: 'CK-FC1' };

/** The scenarios of May 2027 get a more specific rule every five days. In June 2027, each line has its own rules. */
export const fcPriceScenarios: readonly FcPriceScenario[] = [
  {
    says: 'Without a rule the FC price is the price, rounded down.',
    rules: [],
    asks: [{ ...layered, price: '1000.9', orderSendDate: '2027-01-15', gives: 1000 }],
  },
  {
    says: 'The general rule of an FC owner applies to all its stores and products.',
    rules: [rate('10', { valid_from: '2027-05-01', valid_to: '2027-05-31' })],
    asks: [
      { ...layered, orderSendDate: '2027-05-03', gives: 1100 },
      { line: 'CK-FS1', store: 'fcStore', orderSendDate: '2027-05-08', gives: 1100 },
    ],
  },
  {
    says: 'The rule of a store has priority over the general rule, but only for this store.',
    rules: [rate('20', { ...store, valid_from: '2027-05-06', valid_to: '2027-05-31' })],
    asks: [{ ...layered, orderSendDate: '2027-05-08', gives: 1200 }],
  },
  {
    says: 'The rule of a category has priority over the rule of a store.',
    rules: [rate('30', { food_cat_large_code: '31', valid_from: '2027-05-11', valid_to: '2027-05-31' })],
    asks: [{ ...layered, orderSendDate: '2027-05-13', gives: 1300 }],
  },
  {
    says: 'The rule of a store and a category has priority over the rule of a category.',
    rules: [rate('40', { ...store, food_cat_large_code: '31', valid_from: '2027-05-16', valid_to: '2027-05-31' })],
    asks: [{ ...layered, orderSendDate: '2027-05-18', gives: 1400 }],
  },
  {
    says: 'The rule of a product has priority over the rule of a store and a category.',
    rules: [rate('50', { ...line('CK-FC1'), valid_from: '2027-05-21', valid_to: '2027-05-31' })],
    asks: [{ ...layered, orderSendDate: '2027-05-23', gives: 1500 }],
  },
  {
    says: 'The rule of a store and a product has priority over all other rules.',
    rules: [rate('60', { ...store, ...line('CK-FC1'), valid_from: '2027-05-26', valid_to: '2027-05-31' })],
    asks: [{ ...layered, orderSendDate: '2027-05-28', gives: 1600 }],
  },
  {
    says: 'A rule applies from valid_from to valid_to; both days are included.',
    rules: [fixed('777', { ...line('CK-FC2'), ...june })],
    asks: [
      { line: 'CK-FC2', orderSendDate: '2027-06-01', gives: 1000 },
      { line: 'CK-FC2', orderSendDate: '2027-06-02', gives: 777 },
      { line: 'CK-FC2', orderSendDate: '2027-06-29', gives: 777 },
      { line: 'CK-FC2', orderSendDate: '2027-06-30', gives: 1000 },
    ],
  },
  {
    says: 'With a fixed rule, the FC price is the value of the rule, for any price.',
    rules: [fixed('345', { ...line('CK-FC3'), ...june })],
    asks: [{ line: 'CK-FC3', price: '9999.99', ...inJune, gives: 345 }],
  },
  {
    says: 'If several rules are equally specific, the rule with the newest valid_from applies.',
    rules: [
      fixed('100', { ...line('CK-FC4'), ...june }),
      fixed('200', { ...line('CK-FC4'), valid_from: '2027-06-10', valid_to: '2027-06-29' }),
    ],
    asks: [
      { line: 'CK-FC4', orderSendDate: '2027-06-05', gives: 100 },
      { line: 'CK-FC4', ...inJune, gives: 200 },
    ],
  },
  {
    says: 'A rule with date_basis delivery reads the delivery date.',
    rules: [
      fixed('300', { ...line('CK-FC5'), valid_from: '2027-06-10', valid_to: '2027-06-29', date_basis: 'delivery' }),
    ],
    asks: [
      { line: 'CK-FC5', orderSendDate: '2027-06-05', deliveryDate: '2027-06-12', gives: 300 },
      { line: 'CK-FC5', orderSendDate: '2027-06-05', deliveryDate: '2027-06-08', gives: 1000 },
    ],
  },
  {
    says: 'If two rules are equally new, the rule by order date has priority over the rule by delivery date.',
    rules: [
      fixed('100', { ...line('CK-FC6'), ...june, valid_to: '2027-06-10', date_basis: 'order' }),
      fixed('200', { ...line('CK-FC6'), ...june, date_basis: 'delivery' }),
    ],
    asks: [
      { line: 'CK-FC6', orderSendDate: '2027-06-05', deliveryDate: '2027-06-20', gives: 100 },
      { line: 'CK-FC6', ...inJune, deliveryDate: '2027-06-20', gives: 200 },
    ],
  },
  {
    says: 'A rate with rounding 0 rounds down.',
    rules: [rate('5', { ...line('CK-FC7'), ...june, rounding: '0' })],
    asks: [{ line: 'CK-FC7', price: '1010.9', ...inJune, gives: 1061 }],
  },
  {
    says: 'A rate with rounding 1 rounds up.',
    rules: [rate('5', { ...line('CK-FC8'), ...june, rounding: '1' })],
    asks: [
      { line: 'CK-FC8', price: '1010.1', ...inJune, gives: 1061 },
      { line: 'CK-FC8', price: '1000', ...inJune, gives: 1050 },
    ],
  },
  {
    says: 'A rate with rounding 2 rounds half up.',
    rules: [rate('5', { ...line('CK-FC9'), ...june, rounding: '2' })],
    asks: [
      { line: 'CK-FC9', price: '10', ...inJune, gives: 11 },
      { line: 'CK-FC9', price: '1010.9', ...inJune, gives: 1061 },
    ],
  },
  {
    says: 'Prices are computed with decimals, not with binary numbers: 4.35 times one hundred is 435.',
    rules: [rate('9900', { ...line('CK-FC10'), ...june })],
    asks: [{ line: 'CK-FC10', price: '4.35', ...inJune, gives: 435 }],
  },
  {
    says: 'A rate of −100 gives 0.',
    rules: [rate('-100', { ...line('CK-FC11'), ...june })],
    asks: [{ line: 'CK-FC11', ...inJune, gives: 0 }],
  },
  {
    says: 'A line that cannot be ordered still has an FC price.',
    rules: [fixed('50', { ...line('CK-FC12'), ...june })],
    asks: [{ line: 'CK-FC12', ...inJune, gives: 50 }],
  },
  {
    says: "The category comes from the store's own line, not from the line of another store.",
    rules: [rate('7', { food_cat_large_code: '33', ...june })],
    asks: [
      { line: 'CK-FS1', store: 'fcStore', ...inJune, gives: 1070 },
      { ...layered, ...inJune, gives: 1000 },
    ],
  },
  {
    says: 'A rule without a period always applies.',
    rules: [rate('50', line('CK-FC13'))],
    asks: [
      { line: 'CK-FC13', orderSendDate: '2020-01-15', gives: 1500 },
      { line: 'CK-FC13', orderSendDate: '2030-12-31', gives: 1500 },
    ],
  },
];

/** A line that costs a store 1.5 times as much as its head office. */
export const dearerLine = 'CK-FC13';

/** The lines of the `fc-prices` file. */
export const fcPriceLines: readonly object[] = fcPriceScenarios.flatMap(({ rules }) =>
  rules.map((rule) => ({ fc_owner_member_code: member.head, ...rule })),
);

const shared = {
  share_flg: '1',
  food_cat_large_code: '31',
  food_cat_middle_code: '3101',
  food_cat_small_code: '310101',
};

/** Lines that the head office shares with its store, and one line that belongs to the franchise store only. */
export const fcProducts: readonly ProductLine[] = [
  ...Array.from({ length: 13 }, (_, index) =>
    fcProduct(`CK-FC${index + 1}`, index === 11 ? { view_active_code: '0' } : {}),
  ),
  product('fcStore', member.fcSeller, {
    catalog: [
      catalogLine('CK-FS1', { food_cat_large_code: '33', food_cat_middle_code: '3301', food_cat_small_code: '330101' }),
    ],
  }),
];

function fcProduct(id: string, change: Line): ProductLine {
  return product('head', member.fcSeller, { catalog: [catalogLine(id, { ...shared, ...change })] });
}
