import { asDelivered, withoutBatch } from '../../checks/as-loaded.js';
import { compareKeys, linesOf, listOf } from '../../checks/records.js';
import { buyFields, catalogFields, masterFields } from '../../contract/master-fields.js';
import { marketFiles, memberCodes } from '../../market/index.js';
import type { Fields } from '../../probe/answer.js';
import type { Requirement } from '../../requirement/requirement.js';
import { keyParts, ownProducts } from './master.js';

/** The values that coded fields of a catalog line may have, besides `""`. */
const codes: Readonly<Record<string, readonly string[]>> = {
  share_flg: ['0', '1'],
  view_active_code: ['0', '1'],
  sell_stop_active_code: ['0', '1'],
  item_deleted_code: ['0', '1'],
  store_unshare_flg: ['0', '1'],
  status_code: ['0', '1', '2', '3'],
  price_change_st_date_code: ['0', '1'],
  tax_rate_code: ['0', '1', '2'],
  prod_lot_with_tax_code: ['0', '1'],
};

export const ownProductsOnly: Requirement = {
  id: 'MAS-009',
  source: '4.7',
  says: 'Without a list of own members, a master download has only one own member, the caller.',
  needs: ['records'],
  check: async (probe) => {
    const { get, records } = await ownProducts(probe);
    const members = new Set(records.map((record) => record['member_code']));
    get.expectEqual(members.size, 1, 'the number of own members');
  },
};

/** Requirements about the contents of the records (Spec 2). */
export const contentRequirements: readonly Requirement[] = [
  {
    id: 'MAS-011',
    source: 'open-points: fields-without-a-value',
    says: 'Each field of a product has the loaded value; a field that was not loaded is "".',
    needs: ['market'],
    check: async (probe) => {
      const { get, records } = await ownProducts(probe);
      get.expectEqual(records.length, loaded().length, 'the number of products');
      for (const [index, wanted] of loaded().entries()) {
        get.expectEqual(withoutBatch(records[index] ?? {}), wanted, `record ${index + 1}`);
      }
    },
  },
  {
    id: 'MAS-012',
    source: 'open-points: codes-of-the-catalog-line',
    says: 'Coded fields of a catalog line have one of their values, or "".',
    needs: ['records'],
    check: async (probe) => {
      const { get, records } = await ownProducts(probe);
      for (const line of linesOf(get, records, 'catalog')) {
        for (const [field, values] of Object.entries(codes)) {
          const value = line[field];
          get.expect(value === '' || values.includes(String(value)), `${field} is ${JSON.stringify(value)}`);
        }
      }
    },
  },
];

const ofRecord = masterFields.filter((field) => !['batch_id', 'seq', 'create_date', 'buy', 'catalog'].includes(field));

/** The products of `head` in the kit's own market, in the form in which the download must deliver them. */
function loaded(): readonly Fields[] {
  const lines = (marketFiles.find(({ kind }) => kind === 'master')?.records ?? []) as readonly Fields[];
  return lines
    .filter(({ member_code }) => member_code === memberCodes.head)
    .toSorted((one, other) => compareKeys(keyParts(one), keyParts(other)))
    .map((line) => ({
      ...asDelivered(line, ofRecord),
      buy: listOf(line, 'buy').map((each) => asDelivered(each, buyFields)),
      catalog: listOf(line, 'catalog').map((each) => asDelivered(each, catalogFields)),
    }));
}
