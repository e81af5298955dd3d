import type { MasterImport, MemberImport } from '@trading-platform/domain-types';
import type { MasterFilters } from '../src/master/master-criteria.js';
import type { DeepPartial } from './deep-partial.js';
import { sees } from './visibility-reference.js';

type Product = DeepPartial<MasterImport>;
type Test<Subject> = (subject: Subject) => boolean;

/**
 * The expected answer to a master request, computed in a slow and obvious way: each filter checks each record separately (Spec
 * 4.7).
 */
export function selectMaster(
  caller: string,
  request: MasterFilters,
  members: readonly MemberImport[],
  products: readonly Product[],
): Product[] {
  return products.filter((product) => {
    const own = members.find(({ member_code }) => member_code === product.member_code);
    const partner = members.find(({ member_code }) => member_code === product.member_code_partner);
    if (own === undefined || !sees(caller, own)) return false;
    if (!asksForOthers(request) && own.member_code !== caller) return false;
    return (
      isIn(request.member_code_list, product.member_code) &&
      isIn(request.member_group_code_list, own.member_group_code) &&
      isIn(request.group_code_list, product.group_code) &&
      isIn(request.fc_owner_member_code_list, own.fc_owner_member_code) &&
      isIn(request.fc_owner_code_list, own.fc_owner_code) &&
      isIn(request.client_member_code_list, product.member_code_partner) &&
      isIn(request.client_group_code_list, partner?.member_group_code) &&
      isIn(request.client_code_list, product.customer_code) &&
      holds(buyTests(request), product.buy ?? []) &&
      holds(catalogTests(request), product.catalog ?? [])
    );
  });
}

function asksForOthers(request: MasterFilters): boolean {
  return [
    request.member_code_list,
    request.member_group_code_list,
    request.group_code_list,
    request.fc_owner_member_code_list,
    request.fc_owner_code_list,
  ].some((list) => (list ?? []).length > 0);
}

function isIn(list: readonly string[] | undefined, value: string | undefined): boolean {
  return list === undefined || list.length === 0 || list.includes(value ?? '');
}

/** Without tests, the result is true, even without any line. With tests, at least one line must pass all of them. */
function holds<Line>(tests: readonly Test<Line>[], lines: readonly Line[]): boolean {
  return tests.length === 0 || lines.some((line) => tests.every((test) => test(line)));
}

function buyTests(request: MasterFilters): Test<NonNullable<Product['buy']>[number]>[] {
  const tests: Test<NonNullable<Product['buy']>[number]>[] = [];
  if (request.prod_kind === '1') tests.push((line) => line.stock_class !== '2');
  if (request.prod_kind === '2') tests.push((line) => line.stock_class === '2');
  const { buy_upd_date_from: from = '', buy_upd_date_to: to = '' } = request;
  if (from !== '' || to !== '') tests.push((line) => lies(line.update_date, from, to));
  return tests;
}

function catalogTests(request: MasterFilters): Test<NonNullable<Product['catalog']>[number]>[] {
  const tests: Test<NonNullable<Product['catalog']>[number]>[] = [];
  for (const field of ['food_cat_large_code', 'food_cat_middle_code', 'food_cat_small_code'] as const) {
    const wanted = request[field];
    if (wanted !== undefined && wanted !== '') tests.push((line) => line[field] === wanted);
  }
  if (request.exist_mc === '1') tests.push(() => true);
  if (request.sell_stop === '1') tests.push((line) => line.sell_stop_active_code !== '1');
  if (request.sell_stop === '2') tests.push((line) => line.sell_stop_active_code === '1');
  if (request.without_hidden === '1') tests.push((line) => line.view_active_code === '1');
  if (request.share_item === '1') tests.push((line) => line.share_flg === '1');
  if (request.share_item === '2') tests.push((line) => line.share_flg !== '1');
  const { mc_upd_date_from: from = '', mc_upd_date_to: to = '' } = request;
  if (from !== '' || to !== '') tests.push((line) => lies(line.update_date, from, to));
  return tests;
}

function lies(value: string | undefined, from: string, to: string): boolean {
  if (value === undefined || value === '') return false;
  return (from === '' || value >= from) && (to === '' || value <= to);
}
