import type { MemberImport, TradeImport } from '@trading-platform/domain-types';
import type { TradeFilters } from '../src/trade/trade-criteria.js';
import type { DeepPartial } from './deep-partial.js';
import { codes, customers, groups, memberCodes, memberGroups, statuses } from './random-market.js';
import { sees } from './visibility-reference.js';

export type SlipLine = DeepPartial<TradeImport>;

const dateFields = [
  'update_date',
  'status_day',
  'order_day',
  'planned_shipping_day',
  'shipping_send_date',
  'delivery_date',
  'receipt_day',
  'send_date',
] as const;

export type FilterName = Exclude<keyof TradeFilters, 'target_date_set' | 'target_date_from' | 'target_date_to'>;

/** The values to be tested for each filter in Spec 4.8. */
export const filters: Readonly<Record<FilterName, readonly (string | readonly string[])[]>> = {
  status_set: ['', '0', '1', '2', '3', '4', '5'],
  status_code: [...statuses.map((code) => [code]), ['40', '10', '20'], []],
  use_ac_svc: ['0', '1', '2'],
  perusal_flg: ['0', '1', '2'],
  not_downloaded_flg: ['0', '1', '2'],
  comment_exist: ['0', '1', '2'],
  mod_flg: ['0', '1', '2'],
  resend_flg: ['0', '1', '2'],
  item_code_kind: ['0', '1', '2'],
  item_code: [...codes, 'X', '\n"X1"\n'],
  trade_id: [['T1'], ['T1', 'T2', 'T3', 'T4', 'T5', 'unknown'], []],
  client_member_codes: [...memberCodes.map((code) => [code]), ['SELLER1', 'SELLER2']],
  client_group_codes: [...codes.filter((code) => code !== '').map((code) => [code]), ['X1', 'x1', '","']],
  client_codes: [...customers.filter((code) => code !== '').map((code) => [code]), ['C1', 'C2']],
  delivery_place_id: [['P1'], ['P1', 'P2'], ["' OR 1 = 1 --"]],
  member_codes: [...memberCodes.map((code) => [code]), memberCodes],
  member_group_codes: [...memberGroups.filter((code) => code !== '').map((code) => [code]), ['MG1', 'MG2']],
  group_codes: [...groups.filter((code) => code !== '').map((code) => [code]), ['G1', 'G3']],
  fc_owner_group_codes: [['F1'], ['F1', 'F2'], ['unknown']],
  fc_owner_member_codes: [...memberCodes.map((code) => [code]), ['OWNER', 'HEAD']],
};

/** Returns the date of a slip by which a request selects it. */
export function dayOf(slip: SlipLine, targetDateSet: string): string {
  return (slip[dateFields[Number(targetDateSet)] ?? 'update_date'] ?? '').slice(0, 10);
}

/**
 * The expected answer to a trade request, computed in a slow and obvious way: each filter checks each slip separately (Spec 4.8).
 */
export function selectTrade(
  caller: string,
  request: TradeFilters,
  members: readonly MemberImport[],
  slips: readonly SlipLine[],
  isDownloaded: (slip: SlipLine) => boolean,
): SlipLine[] {
  return slips.filter((slip) => {
    const self = members.find(({ member_code }) => member_code === slip.member_code_self);
    if (self === undefined || !sees(caller, self)) return false;
    const day = dayOf(slip, request.target_date_set);
    if (day === '' || day < request.target_date_from || day > request.target_date_to) return false;
    return (
      hasKind(slip, request) &&
      isIn(request.status_code, slip.status_code) &&
      isIn(request.trade_id, slip.trade_id) &&
      isIn(request.member_codes, slip.member_code_self) &&
      isIn(request.member_group_codes, self.member_group_code) &&
      isIn(request.client_member_codes, slip.member_code_partner) &&
      isIn(request.client_codes, slip.customer_code) &&
      isIn(request.delivery_place_id, slip.delivery_place_id) &&
      isIn(request.fc_owner_group_codes, slip.fc_owner_code) &&
      isIn(request.fc_owner_member_codes, slip.fc_owner_member_code) &&
      (isIn(request.group_codes, slip.group_code) || isIn(request.group_codes, slip.self_group_code)) &&
      isAnyIn(
        request.client_group_codes,
        (slip.partner_group_list ?? []).map((group) => group.partner_group_code),
      ) &&
      hasItem(slip, request) &&
      isEither(request.use_ac_svc, slip.use_ac_svc === '1') &&
      isEither(request.perusal_flg, slip.perusal_flg !== '2') &&
      isEither(request.not_downloaded_flg, !isDownloaded(slip)) &&
      isEither(request.comment_exist, (slip.trade_comment ?? '') + (slip.order_trade_comment ?? '') === '') &&
      isEither(
        request.mod_flg,
        (slip.detail_list ?? []).some((line) => line.mod_flg === '1'),
      ) &&
      isEither(request.resend_flg, slip.resend_flg === '1')
    );
  });
}

/** A filter with three codes: 0 selects all slips, 1 only slips with a property, and 2 only slips without this property. */
function isEither(choice: string | undefined, property: boolean): boolean {
  if (choice === '1') return property;
  return choice === '2' ? !property : true;
}

function hasKind(slip: SlipLine, request: TradeFilters): boolean {
  const kind = kindOf(slip);
  const set = request.status_set ?? '';
  if (set === '') return (request.status_code ?? []).length > 0 || kind === '1' || kind === '2';
  return set === '0' ? kind === '1' || kind === '2' : kind === set;
}

function kindOf(slip: SlipLine): string {
  if (slip.status_code === '20') return '3';
  if (slip.status_code === '10') return '4';
  return slip.slip_kind === undefined || slip.slip_kind === '' ? '1' : slip.slip_kind;
}

function hasItem(slip: SlipLine, request: TradeFilters): boolean {
  const code = request.item_code ?? '';
  if (code === '') return true;
  const kind = request.item_code_kind ?? '';
  const field = kind === '1' ? 'private_item_id' : kind === '2' ? 'my_catalog_id' : 'item_id';
  return (slip.detail_list ?? []).some((line) => line[field] === code);
}

function isIn(list: readonly string[] | undefined, value: string | undefined): boolean {
  return list === undefined || list.length === 0 || list.includes(value ?? '');
}

function isAnyIn(list: readonly string[] | undefined, values: readonly (string | undefined)[]): boolean {
  return list === undefined || list.length === 0 || values.some((value) => list.includes(value ?? ''));
}
