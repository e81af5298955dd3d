import { expectOrdered, expectShape, expectTextsOf, listOf, objectsAt, textOf } from '../../checks/records.js';
import type { SettingDownload } from '../../contract/batch-functions.js';
import type { Fields } from '../../probe/answer.js';
import type { Downloaded } from '../../probe/batches.js';
import type { Requirement } from '../../requirement/requirement.js';
import { someSettings } from './settings.js';

/** Requirements about the fields, values and order of an answer (Spec 2.6, 4.10). */
export function shapeRequirements(of: SettingDownload): readonly Requirement[] {
  const { name, title, hasBuyers, rowFields, sellers, shapes, idOf } = of;
  const [answer, ...objects] = shapes;
  const row = objects.at(-1)!;
  const elements = objects.slice(0, -1);
  const sellersOf = (record: Fields) => (hasBuyers ? listOf(record, 'seller_list') : [record]);
  const code = hasBuyers ? 'member_code_buyer' : 'member_code_seller';
  const requirement = (
    no: number,
    source: string,
    says: string,
    check: (settings: Downloaded) => void,
  ): Requirement => ({
    id: idOf(no),
    source,
    says: `${title}: ${says}`,
    check: async (probe) => check(await someSettings(probe, name)),
  });
  return [
    requirement(1, '4.10', 'the answer to a get has the envelope and result_list[].', ({ get }) =>
      expectShape(get.expectNormal(), answer!),
    ),
    requirement(
      2,
      '4.10',
      hasBuyers
        ? `an element has member_code_buyer and seller_list[]; each seller has member_code_seller and ${name}[].`
        : `an element has member_code_seller and ${name}[].`,
      ({ get }) => elements.forEach((shape) => expectShape(get, shape)),
    ),
    requirement(3, '2.6', `a row has exactly ${rowFields.length} fields, in the order of the contract.`, ({ get }) => {
      get.expect(objectsAt(get, row.place).length > 0, 'no element has a row');
      expectShape(get, row);
    }),
    requirement(4, '2', 'every value is a string.', ({ get }) => objects.forEach((shape) => expectTextsOf(get, shape))),
    requirement(
      5,
      '4.10',
      'one element of result_list[] is one record, and counts as one in record_count.',
      ({ get, check, records }) => get.expectEqual(check.body['record_count'], String(records.length), 'record_count'),
    ),
    requirement(
      6,
      'open-points: order-of-records',
      `elements are sorted by ${hasBuyers ? 'buyer, and inside by seller' : 'seller'}, byte by byte.`,
      ({ get, records }) => {
        expectOrdered(
          get,
          records.map((record) => [textOf(record, code)]),
          code,
        );
        for (const record of records) {
          const codes = sellersOf(record).map((seller) => [textOf(seller, 'member_code_seller')]);
          expectOrdered(get, codes, 'member_code_seller');
        }
      },
    ),
    requirement(7, 'open-points: settings-downloads', 'no element is without a row.', ({ get, records }) => {
      get.expect(
        records.every((record) => sellersOf(record).length > 0),
        'an element has no seller',
      );
      get.expect(
        objectsAt(get, sellers).every((seller) => listOf(seller, name).length > 0),
        'a seller has no row',
      );
    }),
  ];
}
