import type { MasterImport, MemberImport, TradeImport } from '@trading-platform/domain-types';
import type { DeepPartial } from './deep-partial.js';

/** A generator of pseudo-random numbers. The same seed always gives the same numbers. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** Returns a whole number that is at least 0 and less than `limit`. */
  below(limit: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * limit);
  }

  pick<Value>(values: readonly Value[]): Value {
    const value = values[this.below(values.length)];
    if (value === undefined) throw new RangeError('Nothing to pick from');
    return value;
  }

  /** Returns some of the values, but at least one. */
  some<Value>(values: readonly Value[]): Value[] {
    const chosen = values.filter(() => this.below(3) === 0);
    return chosen.length === 0 ? [this.pick(values)] : chosen;
  }

  times<Value>(least: number, most: number, make: () => Value): Value[] {
    return Array.from({ length: least + this.below(most - least + 1) }, make);
  }
}

export const memberCodes = ['HEAD', 'STORE1', 'STORE2', 'STORE3', 'OWNER', 'SELLER1', 'SELLER2', 'é', '𠮷', 'ｱ'];
export const memberGroups = ['', 'MG1', 'MG2', 'MG3'];
export const groups = ['', 'G1', 'G2', 'G3'];
export const customers = ['', 'C1', 'C2', 'C"3\\'];
export const items = ['I1', 'I2', 'I3', 'i1', '10', '9', 'é', '𠮷', 'ｱ'];
export const updateDates = [
  '',
  '2026-01-01 00:00:00',
  '2026-01-01 00:00:01',
  '2026-01-31 23:59:59',
  '2026-02-01 00:00:00',
];
export const days = ['', '2026-01-01', '2026-01-02', '2026-01-14', '2026-01-15'];
const flags = ['', '0', '1'];

type Lines<Record extends object> = readonly DeepPartial<Record>[];

/** Makes members that have other, random members as head office or FC owner. */
export function randomMembers(random: Random): MemberImport[] {
  return memberCodes.map((member_code) => ({
    member_code,
    member_group_code: random.pick(memberGroups),
    head_office_member_code: random.pick(['', 'HEAD', random.pick(memberCodes)]),
    fc_owner_member_code: random.pick(['', 'OWNER', random.pick(memberCodes)]),
    fc_owner_code: random.pick(['', 'F1', 'F2']),
  }));
}

/** Makes products with up to two lines in each product master. All coded values occur, and also empty values. */
export function randomProducts(random: Random, count: number): DeepPartial<MasterImport>[] {
  let catalogId = 0;
  return random.times(count, count, () => {
    const item_id = random.pick(items);
    const buy: Lines<NonNullable<MasterImport['buy']>[number]> = random.times(0, 2, () => ({
      item_id,
      stock_class: random.pick(['', '1', '2']),
      update_date: random.pick(updateDates),
    }));
    const catalog: Lines<NonNullable<MasterImport['catalog']>[number]> = random.times(
      buy.length === 0 ? 1 : 0,
      2,
      () => ({
        catalog_id: random.pick(['', `K${catalogId++}`]),
        item_id,
        food_cat_large_code: random.pick(['', '01', '02']),
        food_cat_middle_code: random.pick(['', '0101', '0102']),
        food_cat_small_code: random.pick(['', '010101', '010102']),
        share_flg: random.pick(flags),
        view_active_code: random.pick(flags),
        sell_stop_active_code: random.pick(flags),
        update_date: random.pick(updateDates),
      }),
    );
    return {
      member_code: random.pick(memberCodes),
      member_code_partner: random.pick(memberCodes),
      group_code: random.pick(groups),
      customer_code: random.pick(customers),
      buy,
      catalog,
    };
  });
}

export const statuses = ['10', '20', '40', '41', '60', '61', '68', '80', '84', '88', '90'];
export const codes = ['', 'X1', 'x1', 'X"1', 'X 1', '","'];

/**
 * Makes slips with various kinds, statuses and dates. Each slip has its own `trade_id`, or shares it with the other side's view
 * of the same slip.
 */
export function randomSlips(random: Random, count: number): DeepPartial<TradeImport>[] {
  return random.times(count, count, () => ({
    trade_id: `T${random.below(count)}`,
    member_code_self: random.pick(memberCodes),
    status_code: random.pick(statuses),
    status_day: random.pick(days),
    order_day: random.pick(days),
    delivery_date: random.pick(days),
    shipping_send_date: random.pick(days),
    send_date: random.pick(days),
    customer_code: random.pick(customers),
    group_code: random.pick(groups),
    self_group_code: random.pick(groups),
    fc_owner_member_code: random.pick(['', ...memberCodes]),
    fc_owner_code: random.pick(['', 'F1', 'F2']),
    trade_comment: random.pick(['', '', 'comment']),
    order_trade_comment: random.pick(['', '', 'comment']),
    resend_flg: random.pick(flags),
    partner_group_list: random.times(0, 2, () => ({ partner_group_code: random.pick(codes) })),
    detail_list: random.times(0, 3, () => ({
      item_id: random.pick(codes),
      private_item_id: random.pick(codes),
      my_catalog_id: random.pick(codes),
      mod_flg: random.pick(['', '0', '0', '1']),
    })),
    member_code_partner: random.pick(['', ...memberCodes]),
    slip_kind: random.pick(['', '1', '2', '5']),
    use_ac_svc: random.pick(['', '1', '2']),
    perusal_flg: random.pick(['', '1', '2']),
    delivery_place_id: random.pick(['', 'P1', 'P2']),
    planned_shipping_day: random.pick(days),
    receipt_day: random.pick(days),
    update_date: random.pick(updateDates.slice(1)),
  }));
}

/** Returns the lines of a file that remain after an import: the last line for each key. */
export function lastOfKey<Record>(records: readonly Record[], keyOf: (record: Record) => string): Record[] {
  return [...new Map(records.map((record) => [keyOf(record), record])).values()];
}
