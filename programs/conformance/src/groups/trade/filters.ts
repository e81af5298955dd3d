import { type Choosing, type Filter, filtersOf } from '../../checks/filters.js';
import { listOf, textOf } from '../../checks/records.js';
import { groupsOf, member } from '../../market/members.js';
import { slips } from '../../market/slips.js';
import { type StoredFlag, storedFlags } from '../../market/stored-flags.js';
import type { Fields } from '../../probe/answer.js';
import { coded, codes, keyOf, read } from './trade.js';

const filter = filtersOf('open-points: trade-filters');

const hasComment = (record: Fields) => read('trade_comment', 'order_trade_comment')(record).some((text) => text !== '');
const isChanged = (record: Fields) => listOf(record, 'detail_list').some((line) => line['mod_flg'] === '1');
const inLines = (field: string) => (record: Fields) => listOf(record, 'detail_list').map((line) => textOf(line, field));

/** A code in a slip line, and the request field that is compared with it. */
function itemCode(kind: string | undefined, field: string): Choosing {
  const chosen = codes('item_code', inLines(field));
  return {
    fields: kind === undefined ? ['item_code'] : ['item_code', 'item_code_kind'],
    choose(records) {
      const choice = chosen.choose(records);
      const [code] = Object.values(choice?.criteria ?? {}).flat() as string[];
      if (choice === undefined || code === undefined) return undefined;
      return { ...choice, criteria: { item_code: code, ...(kind === undefined ? {} : { item_code_kind: kind }) } };
    },
  };
}

/** Filters that compare a request field with a field of the record. */
export const shownFilters: readonly Filter[] = [
  filter('TRD-021', 'trade_id selects slips.', codes('trade_id', read('trade_id'))),
  filter('TRD-022', 'status_code selects slips by their status.', codes('status_code', read('status_code'))),
  filter('TRD-023', "client_codes reads the slip's customer_code.", codes('client_codes', read('customer_code'))),
  filter(
    'TRD-024',
    'group_codes reads group_code and self_group_code.',
    codes('group_codes', read('self_group_code', 'group_code')),
  ),
  filter(
    'TRD-025',
    'client_group_codes reads partner_group_list.',
    codes('client_group_codes', (record) =>
      listOf(record, 'partner_group_list').map((group) => textOf(group, 'partner_group_code')),
    ),
  ),
  filter('TRD-026', 'member_codes reads member_code_self.', codes('member_codes', read('member_code_self'))),
  filter('TRD-027', 'fc_owner_group_codes reads fc_owner_code.', codes('fc_owner_group_codes', read('fc_owner_code'))),
  filter(
    'TRD-028',
    'fc_owner_member_codes reads fc_owner_member_code.',
    codes('fc_owner_member_codes', read('fc_owner_member_code')),
  ),
  filter(
    'TRD-029',
    'comment_exist 1 selects slips without a comment of either kind.',
    coded({ comment_exist: '1' }, (record) => !hasComment(record)),
  ),
  filter(
    'TRD-030',
    'comment_exist 2 selects slips with a comment of either kind.',
    coded({ comment_exist: '2' }, hasComment),
  ),
  filter('TRD-031', 'mod_flg 1 selects slips with a changed line.', coded({ mod_flg: '1' }, isChanged)),
  filter(
    'TRD-032',
    'mod_flg 2 selects slips without a changed line.',
    coded({ mod_flg: '2' }, (record) => !isChanged(record)),
  ),
  filter(
    'TRD-033',
    'resend_flg 1 selects slips that were sent again.',
    coded({ resend_flg: '1' }, (record) => record['resend_flg'] === '1'),
  ),
  filter(
    'TRD-034',
    'resend_flg 2 selects slips that were not sent again.',
    coded({ resend_flg: '2' }, (record) => record['resend_flg'] !== '1'),
  ),
  filter('TRD-035', 'item_code without item_code_kind must be equal to item_id.', itemCode(undefined, 'item_id')),
  filter(
    'TRD-036',
    'With item_code_kind 1 item_code is compared with private_item_id.',
    itemCode('1', 'private_item_id'),
  ),
  filter('TRD-037', 'With item_code_kind 2 item_code is compared with my_catalog_id.', itemCode('2', 'my_catalog_id')),
];

const storedOf = new Map(slips.map((slip) => [keyOf(slip), slip]));

/** A filter about a field that no download delivers. The kit knows the values from its own market. */
function stored(criteria: object, fits: (slip: Fields) => boolean) {
  return {
    needs: ['market'] as const,
    ...coded(criteria, (record) => {
      const slip = storedOf.get(keyOf(record));
      return slip !== undefined && fits(slip);
    }),
  };
}

/**
 * The kind of a slip follows from its status if the status is 20 (approval pending) or 10 (planned order). For every
 * other slip, the kind is stored with the slip.
 */
function kindOf(slip: Fields): string {
  if (slip['status_code'] === '20') return 'pending';
  return slip['status_code'] === '10' ? 'planned' : textOf(slip, 'slip_kind') || '1';
}

const kindIs =
  (...kinds: readonly string[]) =>
  (slip: Fields) =>
    kinds.includes(kindOf(slip));
const selfIs =
  (...members: readonly string[]) =>
  (slip: Fields) =>
    members.includes(textOf(slip, 'member_code_self'));

/** The filters on one flag. */
function flagFilters({ field, value, filters }: StoredFlag): readonly Filter[] {
  return filters.map(([id, asked, selects]) => {
    const fits = (slip: Fields) => (slip[field] === value) === (asked === value);
    return filter(id, `${field} ${asked} selects ${selects}.`, stored({ [field]: asked }, fits));
  });
}

/** Filters about fields that no download delivers. The kit knows the values from its own market. */
export const storedFilters: readonly Filter[] = [
  filter('TRD-041', 'status_set 0 selects normal slips and purchases.', stored({ status_set: '0' }, kindIs('1', '2'))),
  filter('TRD-042', 'status_set 1 selects normal slips.', stored({ status_set: '1' }, kindIs('1'))),
  filter('TRD-043', 'status_set 2 selects purchases.', stored({ status_set: '2' }, kindIs('2'))),
  filter(
    'TRD-044',
    'status_set 3 selects slips whose approval is pending.',
    stored({ status_set: '3' }, kindIs('pending')),
  ),
  filter('TRD-045', 'status_set 4 selects planned orders.', stored({ status_set: '4' }, kindIs('planned'))),
  filter('TRD-046', 'status_set 5 selects transfers.', stored({ status_set: '5' }, kindIs('5'))),
  ...storedFlags.flatMap(flagFilters),
  filter(
    'TRD-051',
    'delivery_place_id selects slips by their delivery place.',
    stored({ delivery_place_id: ['CK-D2'] }, (slip) => slip['delivery_place_id'] === 'CK-D2'),
  ),
  filter(
    'TRD-052',
    "client_member_codes reads the partner's member code.",
    stored({ client_member_codes: [member.otherSeller] }, (slip) => slip['member_code_partner'] === member.otherSeller),
  ),
  filter(
    'TRD-053',
    "member_group_codes reads the own member's group division.",
    stored({ member_group_codes: [groupsOf('store').division] }, selfIs(member.store)),
  ),
  filter(
    'TRD-054',
    'A slip must satisfy all filters; a list is satisfied by any of its elements.',
    stored(
      { member_codes: [member.store, member.fcStore], use_ac_svc: '2', perusal_flg: '1' },
      (slip) => selfIs(member.store, member.fcStore)(slip) && slip['perusal_flg'] !== '2',
    ),
    'open-points: how-filters-combine',
  ),
];
