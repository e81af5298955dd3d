import type { PairSetting } from '../contract/batch-functions.js';
import { member, orderTo } from './members.js';
import type { Line } from './products.js';

/** A line in the import file of a setting between buyers and sellers. */
export type PairSettingLine = Readonly<Record<string, unknown>> & { readonly member_code_buyer: string };

export const settingUpdates = { early: '2027-01-05 09:00:00', late: '2027-02-05 09:00:00' } as const;

/** For each setting, a row that has no effect on delivery dates. */
const rows: Readonly<Record<PairSetting, (no: number) => Line>> = {
  nottrade: (no) => ({
    establish_flg: '0',
    week_flg: '0000001',
    prohibit_flg: '0',
    warning_type: '0',
    holiday_flg: '0',
    delivery_period: String(no),
  }),
  orderclosing: (no) => ({
    oct_set_buyer_or_seller: '1',
    set_id: 'CK',
    set_no: String(no),
    set_name: `closing ${no}`,
    app_ord_flg: '0',
    target: '0',
    closing_time: '15:00',
    delivery_period: '1',
    change_app_date: '2027-01-01',
  }),
  orderblock: (no) => ({ member_code_order_to: no === 0 ? '' : orderTo(no), order_block_flg: '0' }),
};

/** Returns rows with these numbers. Rows with an even number have the later of two update dates. */
function updated(kind: PairSetting, numbers: readonly number[]): readonly Line[] {
  return numbers.map((no) => ({
    ...rows[kind](no),
    update_date: no % 2 === 0 ? settingUpdates.late : settingUpdates.early,
  }));
}

/** Returns the import lines of one setting between buyers and sellers, for the requirements of the group `settings`. */
export function settingLines(kind: PairSetting): readonly PairSettingLine[] {
  const line = (buyer: string, seller: string, numbers: readonly number[]) => ({
    member_code_buyer: buyer,
    seller_list: [{ member_code_seller: seller, [kind]: updated(kind, numbers) }],
  });
  return [
    line(member.head, member.settingSeller, [3, 2, 1]),
    line(member.head, member.otherSettingSeller, [1]),
    line(member.store, member.settingSeller, [2]),
    line(member.otherBuyer, member.settingSeller, [4]),
    line('', member.settingSeller, [5, 6]),
  ];
}

/** Returns the import lines of the lead-time non-counting days, for the requirements of the group `settings`. */
export const nonCountingLines: readonly object[] = [
  {
    member_code_seller: member.settingSeller,
    businessholiday: [
      { set_id: 'CK1', holiday: '2027-08-13', update_date: settingUpdates.late },
      { set_id: 'CK1', holiday: '2027-08-12', update_date: settingUpdates.early },
      { set_id: 'CK2', holiday: '2027-08-16', update_date: settingUpdates.late },
    ],
  },
  {
    member_code_seller: member.otherSettingSeller,
    businessholiday: [{ set_id: 'CK1', holiday: '2027-08-14', update_date: settingUpdates.early }],
  },
  {
    member_code_seller: member.strangersSeller,
    businessholiday: [{ set_id: 'CK1', holiday: '2027-08-15', update_date: settingUpdates.late }],
  },
];
