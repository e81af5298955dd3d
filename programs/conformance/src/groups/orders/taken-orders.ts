import { aLine, anOrder, slipsWithIds, type Uploaded, upload } from '../../checks/orders.js';
import { textOf } from '../../checks/records.js';
import { dearerLine } from '../../market/fc-prices.js';
import { member } from '../../market/members.js';
import { orderLine } from '../../market/order-products.js';
import type { Fields } from '../../probe/answer.js';
import { type Downloaded, download } from '../../probe/batches.js';
import type { Probe } from '../../probe/probe.js';
import type { Requirement } from '../../requirement/requirement.js';
import { todayInJapan } from '../../rules/calendar.js';

export const needs = ['market'] as const;
const lines = (...list: readonly (readonly [catalogId: string, quantity: string])[]) => ({
  detail_list: list.map(([catalog_id, prod_lot_qty], index) =>
    aLine({ line_no: String(index + 1), catalog_id, prod_lot_qty }),
  ),
});

/** The orders of one upload. Each order is named after its special feature. */
export const orders = {
  sent: {
    order_trade_comment: 'ring the bell',
    ...lines([orderLine.standard, '3'], [orderLine.reduced, '2'], [orderLine.exempt, '1']),
  },
  planned: { send_flg: '0', delivery_place_code: 'GATE' },
  refused: lines(['CK-NOBODY', '1']),
  included: lines([orderLine.included, '3']),
  approved: lines([orderLine.approved, '1'], [orderLine.later, '1']),
  fraction: lines([orderLine.standard, '1.5']),
  ofStore: {
    member_code_self: member.store,
    member_code_partner: member.fcSeller,
    ...lines([dearerLine, '2']),
  },
  perLine: {
    member_code_partner: member.perLineSeller,
    ...lines([orderLine.perLine, '1'], [orderLine.perLine, '1'], [orderLine.perLineReduced, '1']),
  },
} as const;

export type OrderName = keyof typeof orders;
export const names = Object.keys(orders) as OrderName[];

export interface Taken extends Uploaded {
  /** The days in Japan before and after the upload. They differ if midnight came between them. */
  readonly days: readonly [before: string, after: string];
  readonly sent: Readonly<Record<OrderName, Fields>>;
  readonly resultOf: (name: OrderName) => Fields;
}

/** Uploads all of these orders, once in a run. */
export function taken(probe: Probe): Promise<Taken> {
  return probe.once('taken orders', async (): Promise<Taken> => {
    const before = todayInJapan();
    const sent = Object.fromEntries(names.map((name) => [name, anOrder(orders[name])])) as Record<OrderName, Fields>;
    const uploaded = await upload(probe, Object.values(sent));
    const days = [before, todayInJapan()] as const;
    return { ...uploaded, days, sent, resultOf: (name) => uploaded.results[names.indexOf(name)] ?? {} };
  });
}

/** Downloads the resulting slips as `head`. */
export async function slips(probe: Probe): Promise<Downloaded & { readonly slipOf: (name: OrderName) => Fields }> {
  const { resultOf } = await taken(probe);
  const ids = names.map((name) => textOf(resultOf(name), 'trade_id')).filter((id) => id !== '');
  const downloaded = await download(probe, 'trade', slipsWithIds(ids));
  const slipOf = (name: OrderName) =>
    downloaded.records.find((slip) => slip['trade_id'] === resultOf(name)['trade_id']) ??
    downloaded.get.fail(`the slip of the order "${name}" is not delivered`);
  return { ...downloaded, slipOf };
}

/** Fields of the slip that is created from an order, with the values that the contract requires. */
export type SlipFields = readonly [
  id: string,
  source: string,
  says: string,
  name: OrderName,
  wanted: (orderDay: string, order: Fields) => Readonly<Record<string, string>>,
];

/** Makes the requirement about some fields of a slip. */
export function fieldsOf([id, source, says, name, wanted]: SlipFields): Requirement {
  return {
    id,
    source,
    says,
    needs,
    check: async (probe) => {
      const { days, sent } = await taken(probe);
      const { get, slipOf } = await slips(probe);
      const slip = slipOf(name);
      const fields = wanted(days[slip['order_day'] === days[1] ? 1 : 0], sent[name]);
      get.expectEqual(
        Object.fromEntries(Object.keys(fields).map((field) => [field, slip[field]])),
        fields,
        'fields of the slip',
      );
    },
  };
}
