import { type Filter, filtersOf } from '../../checks/filters.js';
import { listOf, textOf } from '../../checks/records.js';
import { groupsOf, member } from '../../market/members.js';
import type { Fields } from '../../probe/answer.js';
import { headerCode, lineCode, lineFilter, lineRange } from './master.js';

const filter = filtersOf('open-points: master-filters', ['records']);

/** Filters that are judged with all products of the caller's own member. */
export const ownFilters: readonly Filter[] = [
  filter(
    'MAS-021',
    'food_cat_large_code selects products with a catalog line of the category.',
    lineCode('catalog', 'food_cat_large_code'),
  ),
  filter(
    'MAS-022',
    'food_cat_middle_code selects products with a catalog line of the category.',
    lineCode('catalog', 'food_cat_middle_code'),
  ),
  filter(
    'MAS-023',
    'food_cat_small_code selects products with a catalog line of the category.',
    lineCode('catalog', 'food_cat_small_code'),
  ),
  filter(
    'MAS-024',
    'exist_mc 1 selects products with a catalog line.',
    lineFilter('catalog', { exist_mc: '1' }, () => true),
  ),
  filter(
    'MAS-025',
    'prod_kind 1 selects buy lines whose stock_class is not 2.',
    lineFilter('buy', { prod_kind: '1' }, (line) => line['stock_class'] !== '2'),
  ),
  filter(
    'MAS-026',
    'prod_kind 2 selects buy lines whose stock_class is 2.',
    lineFilter('buy', { prod_kind: '2' }, (line) => line['stock_class'] === '2'),
  ),
  filter(
    'MAS-027',
    'sell_stop 1 selects catalog lines on sale.',
    lineFilter('catalog', { sell_stop: '1' }, (line) => line['sell_stop_active_code'] !== '1'),
  ),
  filter(
    'MAS-028',
    'sell_stop 2 selects stopped catalog lines.',
    lineFilter('catalog', { sell_stop: '2' }, (line) => line['sell_stop_active_code'] === '1'),
  ),
  filter(
    'MAS-029',
    'without_hidden 1 selects catalog lines that are shown.',
    lineFilter('catalog', { without_hidden: '1' }, (line) => line['view_active_code'] === '1'),
  ),
  filter(
    'MAS-030',
    'share_item 1 selects catalog lines shared with stores.',
    lineFilter('catalog', { share_item: '1' }, (line) => line['share_flg'] === '1'),
  ),
  filter(
    'MAS-031',
    'share_item 2 selects catalog lines not shared with stores.',
    lineFilter('catalog', { share_item: '2' }, (line) => line['share_flg'] !== '1'),
  ),
  filter(
    'MAS-032',
    'buy_upd_date_from selects buy lines updated at that time or later.',
    lineRange('buy', 'buy_upd_date_from', 'from'),
  ),
  filter(
    'MAS-033',
    'buy_upd_date_to selects buy lines updated at that time or earlier.',
    lineRange('buy', 'buy_upd_date_to', 'to'),
  ),
  filter(
    'MAS-034',
    'mc_upd_date_from selects catalog lines updated at that time or later.',
    lineRange('catalog', 'mc_upd_date_from', 'from'),
  ),
  filter(
    'MAS-035',
    'mc_upd_date_to selects catalog lines updated at that time or earlier.',
    lineRange('catalog', 'mc_upd_date_to', 'to'),
  ),
  filter(
    'MAS-036',
    'client_member_code_list selects partners by member code.',
    headerCode('client_member_code_list', 'member_code_partner'),
  ),
  filter(
    'MAS-037',
    'client_code_list selects partners by the code that the own member has given them.',
    headerCode('client_code_list', 'customer_code'),
  ),
];

const visible = [member.head, member.store, member.fcStore];
const isOf =
  (...codes: readonly string[]) =>
  (record: Fields) =>
    codes.includes(textOf(record, 'member_code'));
const partnerIs = (code: string) => (record: Fields) => record['member_code_partner'] === code;

/** A filter about members. The kit knows these members from its own market. */
function memberFilter(criteria: object, fits: (record: Fields) => boolean) {
  return { needs: ['market'] as const, fields: Object.keys(criteria), choose: () => ({ criteria, fits }) };
}

/** Criteria that select all members visible to `head`: first by group division, then by member code. */
export const allVisible = {
  member_group_code_list: [groupsOf('head').division, groupsOf('store').division, groupsOf('fcStore').division],
};
export const allVisibleByCode = { member_code_list: visible };

/** Filters that are judged with the products of all members that `head` can see in the kit's own market. */
export const memberFilters: readonly Filter[] = [
  filter(
    'MAS-041',
    'member_code_list selects own members.',
    memberFilter({ member_code_list: [member.store] }, isOf(member.store)),
  ),
  filter(
    'MAS-042',
    'A list selects the records of any of its elements.',
    memberFilter({ member_code_list: [member.store, member.fcStore] }, isOf(member.store, member.fcStore)),
  ),
  filter(
    'MAS-044',
    "group_code_list reads the record's group_code.",
    memberFilter({ group_code_list: [groupsOf('fcStore').group] }, isOf(member.fcStore)),
  ),
  filter(
    'MAS-045',
    "client_group_code_list reads the partner's group division.",
    memberFilter({ client_group_code_list: [groupsOf('otherSeller').division] }, partnerIs(member.otherSeller)),
  ),
  filter(
    'MAS-046',
    "fc_owner_member_code_list reads the own member's FC owner.",
    memberFilter({ fc_owner_member_code_list: [member.head] }, isOf(member.store, member.fcStore)),
  ),
  filter(
    'MAS-047',
    "fc_owner_code_list reads the code of the own member's FC owner.",
    memberFilter({ fc_owner_code_list: ['9CKF2'] }, isOf(member.fcStore)),
  ),
  filter(
    'MAS-048',
    'If there are several filters, a record must satisfy all of them.',
    memberFilter(
      { member_code_list: [member.head, member.store], client_code_list: ['CK-B'] },
      (record) => isOf(member.head, member.store)(record) && record['customer_code'] === 'CK-B',
    ),
    'open-points: how-filters-combine',
  ),
  filter(
    'MAS-049',
    'One catalog line must satisfy all filters on catalog lines; then the whole record is delivered.',
    memberFilter({ food_cat_large_code: '02', sell_stop: '2' }, (record) =>
      listOf(record, 'catalog').some(
        (line) => line['food_cat_large_code'] === '02' && line['sell_stop_active_code'] === '1',
      ),
    ),
  ),
];

/** Filters that are judged with the products of members in a list of codes. */
export const divisionFilters: readonly Filter[] = [
  filter(
    'MAS-043',
    "member_group_code_list reads the own member's group division.",
    memberFilter({ member_group_code_list: [groupsOf('store').division] }, isOf(member.store)),
  ),
];
