import { telling } from '../../checks/filters.js';
import { listOf, textOf } from '../../checks/records.js';
import { memberOf, unknownMember } from '../../market/members.js';
import type { Fields } from '../../probe/answer.js';
import { download } from '../../probe/batches.js';
import type { Probe } from '../../probe/probe.js';
import type { Requirement } from '../../requirement/requirement.js';
import { allVisible } from './filters.js';
import { keyOf, ownProducts, request } from './master.js';

const customerCode = (record: Fields) => [textOf(record, 'customer_code')];

/** Requests the products with one `client_code`, in a list of the given form. */
async function withCodes(probe: Probe, makeList: (code: string) => readonly unknown[]) {
  const { records } = await ownProducts(probe);
  const code = telling(records, customerCode) ?? probe.cannotJudge('all products have the same customer_code');
  const { get, records: found } = await download(probe, 'master', { client_code_list: makeList(code) });
  const wanted = records.filter((record) => customerCode(record).includes(code));
  return { get, found: found.map(keyOf), wanted: wanted.map(keyOf), all: records.map(keyOf) };
}

/** Requirements about the members in a request and about the forms of lists (Spec 4, open-points: visibility). */
export const visibilityRequirements: readonly Requirement[] = [
  {
    id: 'MAS-050',
    source: 'open-points: master-filters',
    says: 'If one line of a product is selected, the whole product is delivered.',
    needs: ['market'],
    check: async (probe) => {
      const { get, records } = await download(probe, 'master', { ...allVisible, food_cat_small_code: '020202' });
      const lines = records.map((record) => listOf(record, 'catalog').map((line) => textOf(line, 'catalog_id')));
      get.expectEqual(lines, [['CK-P4A', 'CK-P4B']], 'the lines of catalog[]');
    },
  },
  {
    id: 'MAS-051',
    source: 'open-points: how-filters-combine',
    says: 'An empty stored date is never inside a range.',
    needs: ['market'],
    check: async (probe) => {
      const { get, records } = await download(probe, 'master', { mc_upd_date_from: '0001-01-01 00:00:00' });
      const found = records.map(keyOf);
      get.expect(found.length > 0, 'no product is inside a range that begins in year 1');
      get.expect(!found.some((key) => key.endsWith('CK-P5')), 'CK-P5, whose update_date is empty, is delivered');
    },
  },
  {
    id: 'MAS-052',
    source: 'open-points: visibility',
    says: 'A member that does not exist is refused with E000008 at its place in member_code_list.',
    check: async (probe) => {
      const { records } = await ownProducts(probe);
      const own =
        textOf(records[0] ?? {}, 'member_code') || probe.cannotJudge('no product contains the own member code');
      const answer = await probe.call(request, { member_code_list: [own, unknownMember] });
      answer.expectRefusal(400, ['member_code_list[1]', 'E000008']);
    },
  },
  {
    id: 'MAS-053',
    source: '7',
    says: 'A member that the caller may not see is refused like one that does not exist.',
    needs: ['market'],
    check: async (probe) => {
      const unknown = await probe.call(request, { member_code_list: [unknownMember] });
      const hidden = await probe.call(request, { member_code_list: [memberOf.stranger] });
      hidden.expectRefusal(400, ['member_code_list[0]', 'E000008']);
      hidden.expectEqual(hidden.body['error_list'], unknown.body['error_list'], 'error_list');
    },
  },
  {
    id: 'MAS-054',
    source: 'open-points: visibility',
    says: 'Lists of partners are only filters: an unknown partner matches nothing.',
    check: async (probe) => {
      const found = await download(probe, 'master', { client_member_code_list: [unknownMember] });
      found.check.expectEqual([found.flag, found.count], ['0', 0], 'batch_flg and record_count');
      found.get.expectEqual(found.records, [], 'master');
    },
  },
  {
    id: 'MAS-055',
    source: 'open-points: visibility',
    says: 'A store does not see the products of its head office.',
    needs: ['market'],
    check: async (probe) => {
      const answer = await probe.call(request, { member_code_list: [memberOf.head] }, { as: 'store' });
      answer.expectRefusal(400, ['member_code_list[0]', 'E000008']);
    },
  },
  {
    id: 'MAS-056',
    source: '4',
    says: 'An element of a list of codes may be an object with one non-empty string under any key.',
    needs: ['records'],
    check: async (probe) => {
      const { get, found, wanted } = await withCodes(probe, (code) => [{ customer_code: code, note: null, more: '' }]);
      get.expectEqual(found, wanted, 'the products');
    },
  },
  {
    id: 'MAS-057',
    source: '4',
    says: 'Empty elements of a list of codes count as not sent.',
    needs: ['records'],
    check: async (probe) => {
      const { get, found, wanted } = await withCodes(probe, (code) => ['', null, {}, { code: '' }, code]);
      get.expectEqual(found, wanted, 'the products');
      const none = await withCodes(probe, () => ['', null]);
      none.get.expectEqual(none.found, none.all, 'the products, with a list of empty elements');
    },
  },
];
