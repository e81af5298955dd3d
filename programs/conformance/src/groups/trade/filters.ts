import type { Filter } from '../../checks/filters.js';
import { listOf, textOf } from '../../checks/records.js';
import { groupsOf, member } from '../../market/members.js';
import { slips } from '../../market/slips.js';
import type { Fields } from '../../probe/answer.js';
import { coded, codes, keyOf, read } from './trade.js';

const source = 'open-points: trade-filters';

const hasComment = (record: Fields) => read('trade_comment', 'order_trade_comment')(record).some((text) => text !== '');
const isChanged = (record: Fields) => listOf(record, 'detail_list').some((line) => line['mod_flg'] === '1');
const inLines = (field: string) => (record: Fields) => listOf(record, 'detail_list').map((line) => textOf(line, field));

/** A code of a line, and which field it is compared with. */
function itemCode(kind: string | undefined, field: string): Pick<Filter, 'fields' | 'choose'> {
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

/** Filters on fields of the record. */
export const shownFilters: readonly Filter[] = [
  { id: 'TRD-021', source, says: 'trade_id selects slips.', ...codes('trade_id', read('trade_id')) },
  {
    id: 'TRD-022',
    source,
    says: 'status_code selects slips by their status.',
    ...codes('status_code', read('status_code')),
  },
  {
    id: 'TRD-023',
    source,
    says: "client_codes reads the slip's customer_code.",
    ...codes('client_codes', read('customer_code')),
  },
  {
    id: 'TRD-024',
    source,
    says: 'group_codes reads group_code and self_group_code.',
    ...codes('group_codes', read('self_group_code', 'group_code')),
  },
  {
    id: 'TRD-025',
    source,
    says: 'client_group_codes reads partner_group_list.',
    ...codes('client_group_codes', (record) =>
      listOf(record, 'partner_group_list').map((group) => textOf(group, 'partner_group_code')),
    ),
  },
  {
    id: 'TRD-026',
    source,
    says: 'member_codes reads member_code_self.',
    ...codes('member_codes', read('member_code_self')),
  },
  {
    id: 'TRD-027',
    source,
    says: 'fc_owner_group_codes reads fc_owner_code.',
    ...codes('fc_owner_group_codes', read('fc_owner_code')),
  },
  {
    id: 'TRD-028',
    source,
    says: 'fc_owner_member_codes reads fc_owner_member_code.',
    ...codes('fc_owner_member_codes', read('fc_owner_member_code')),
  },
  {
    id: 'TRD-029',
    source,
    says: 'comment_exist 1 selects slips without a comment of either kind.',
    ...coded({ comment_exist: '1' }, (record) => !hasComment(record)),
  },
  {
    id: 'TRD-030',
    source,
    says: 'comment_exist 2 selects slips with a comment of either kind.',
    ...coded({ comment_exist: '2' }, hasComment),
  },
  {
    id: 'TRD-031',
    source,
    says: 'mod_flg 1 selects slips with a changed line.',
    ...coded({ mod_flg: '1' }, isChanged),
  },
  {
    id: 'TRD-032',
    source,
    says: 'mod_flg 2 selects slips without a changed line.',
    ...coded({ mod_flg: '2' }, (record) => !isChanged(record)),
  },
  {
    id: 'TRD-033',
    source,
    says: 'resend_flg 1 selects slips that were sent again.',
    ...coded({ resend_flg: '1' }, (record) => record['resend_flg'] === '1'),
  },
  {
    id: 'TRD-034',
    source,
    says: 'resend_flg 2 selects slips that were not sent again.',
    ...coded({ resend_flg: '2' }, (record) => record['resend_flg'] !== '1'),
  },
  {
    id: 'TRD-035',
    source,
    says: 'item_code without item_code_kind is compared with item_id, exactly.',
    ...itemCode(undefined, 'item_id'),
  },
  {
    id: 'TRD-036',
    source,
    says: 'With item_code_kind 1 item_code is compared with private_item_id.',
    ...itemCode('1', 'private_item_id'),
  },
  {
    id: 'TRD-037',
    source,
    says: 'With item_code_kind 2 item_code is compared with my_catalog_id.',
    ...itemCode('2', 'my_catalog_id'),
  },
];

const storedOf = new Map(slips.map((slip) => [keyOf(slip), slip]));

/** A filter on a stored field of the kit's own slips that no download delivers. */
function stored(criteria: object, fits: (slip: Fields) => boolean) {
  return {
    needs: ['market'] as const,
    ...coded(criteria, (record) => {
      const slip = storedOf.get(keyOf(record));
      return slip !== undefined && fits(slip);
    }),
  };
}

/** The kind of a slip: status 20 is approval pending, 10 a planned order; all others have a stored kind. */
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

/** Filters on fields that no download delivers; the kit knows them of its own market. */
export const storedFilters: readonly Filter[] = [
  {
    id: 'TRD-041',
    source,
    says: 'status_set 0 selects normal slips and purchases.',
    ...stored({ status_set: '0' }, kindIs('1', '2')),
  },
  { id: 'TRD-042', source, says: 'status_set 1 selects normal slips.', ...stored({ status_set: '1' }, kindIs('1')) },
  { id: 'TRD-043', source, says: 'status_set 2 selects purchases.', ...stored({ status_set: '2' }, kindIs('2')) },
  {
    id: 'TRD-044',
    source,
    says: 'status_set 3 selects slips with approval pending.',
    ...stored({ status_set: '3' }, kindIs('pending')),
  },
  {
    id: 'TRD-045',
    source,
    says: 'status_set 4 selects planned orders.',
    ...stored({ status_set: '4' }, kindIs('planned')),
  },
  { id: 'TRD-046', source, says: 'status_set 5 selects transfers.', ...stored({ status_set: '5' }, kindIs('5')) },
  {
    id: 'TRD-047',
    source,
    says: 'use_ac_svc 1 selects slips with payment agency.',
    ...stored({ use_ac_svc: '1' }, (slip) => slip['use_ac_svc'] === '1'),
  },
  {
    id: 'TRD-048',
    source,
    says: 'use_ac_svc 2 selects slips without payment agency.',
    ...stored({ use_ac_svc: '2' }, (slip) => slip['use_ac_svc'] !== '1'),
  },
  {
    id: 'TRD-049',
    source,
    says: 'perusal_flg 1 selects unconfirmed slips.',
    ...stored({ perusal_flg: '1' }, (slip) => slip['perusal_flg'] !== '2'),
  },
  {
    id: 'TRD-050',
    source,
    says: 'perusal_flg 2 selects confirmed slips.',
    ...stored({ perusal_flg: '2' }, (slip) => slip['perusal_flg'] === '2'),
  },
  {
    id: 'TRD-051',
    source,
    says: 'delivery_place_id selects slips by their delivery place.',
    ...stored({ delivery_place_id: ['CK-D2'] }, (slip) => slip['delivery_place_id'] === 'CK-D2'),
  },
  {
    id: 'TRD-052',
    source,
    says: "client_member_codes reads the partner's member code.",
    ...stored(
      { client_member_codes: [member.otherSeller] },
      (slip) => slip['member_code_partner'] === member.otherSeller,
    ),
  },
  {
    id: 'TRD-053',
    source,
    says: "member_group_codes reads the own member's group division.",
    ...stored({ member_group_codes: [groupsOf('store').division] }, selfIs(member.store)),
  },
  {
    id: 'TRD-054',
    source: 'open-points: how-filters-combine',
    says: 'Different filters narrow each other, and the elements of one list widen it.',
    ...stored(
      { member_codes: [member.store, member.fcStore], use_ac_svc: '2', perusal_flg: '1' },
      (slip) => selfIs(member.store, member.fcStore)(slip) && slip['perusal_flg'] !== '2',
    ),
  },
];
