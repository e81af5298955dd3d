import { expectFieldsOfAll, expectOrdered, expectTexts, textOf } from '../../checks/records.js';
import type { SettingName } from '../../market/settings.js';
import type { Requirement } from '../../requirement/requirement.js';
import { idOf, rowFields, rowsIn, sellersIn, someSettings } from './settings.js';

/** What an answer looks like (Spec 2.6, 4.10). */
export function shapeRequirements(name: SettingName, title: string): readonly Requirement[] {
  const hasBuyers = name !== 'businessholiday';
  return [
    {
      id: idOf(name, 1),
      source: '4.10',
      says: `${title}: a get answers the envelope and result_list[].`,
      check: async (probe) => {
        const { get } = await someSettings(probe, name);
        get.expectNormal().expectFields(get.body, ['request_id', 'result', 'error_list', 'result_list'], 'the answer');
      },
    },
    {
      id: idOf(name, 2),
      source: '4.10',
      says: hasBuyers
        ? `${title}: an element is member_code_buyer and seller_list[], each seller member_code_seller and ${name}[].`
        : `${title}: an element is member_code_seller and ${name}[].`,
      check: async (probe) => {
        const { get, records } = await someSettings(probe, name);
        if (hasBuyers) expectFieldsOfAll(get, records, ['member_code_buyer', 'seller_list'], 'result_list');
        expectFieldsOfAll(get, sellersIn(name, records), ['member_code_seller', name], 'a seller');
      },
    },
    {
      id: idOf(name, 3),
      source: '2.6',
      says: `${title}: a row has its ${rowFields[name].length} fields, in the order of the contract.`,
      check: async (probe) => {
        const { get, records } = await someSettings(probe, name);
        const rows = rowsIn(name, records);
        get.expect(rows.length > 0, 'no element has a row');
        expectFieldsOfAll(get, rows, rowFields[name], name);
      },
    },
    {
      id: idOf(name, 4),
      source: '2',
      says: `${title}: every value is a string.`,
      check: async (probe) => {
        const { get, records } = await someSettings(probe, name);
        expectTexts(get, rowsIn(name, records), name);
        expectTexts(get, records, 'result_list', ['seller_list', name]);
      },
    },
    {
      id: idOf(name, 5),
      source: '4.10',
      says: `${title}: one element of result_list[] is one record, and counts as one in record_count.`,
      check: async (probe) => {
        const { get, check, records } = await someSettings(probe, name);
        get.expectEqual(check.body['record_count'], String(records.length), 'record_count');
      },
    },
    {
      id: idOf(name, 6),
      source: 'open-points: order-of-records',
      says: hasBuyers
        ? `${title}: elements stand by buyer, and in them sellers, byte by byte.`
        : `${title}: elements stand by seller, byte by byte.`,
      check: async (probe) => {
        const { get, records } = await someSettings(probe, name);
        const code = hasBuyers ? 'member_code_buyer' : 'member_code_seller';
        expectOrdered(
          get,
          records.map((record) => [textOf(record, code)]),
          code,
        );
        for (const record of records) {
          const sellers = sellersIn(name, [record]).map((seller) => [textOf(seller, 'member_code_seller')]);
          expectOrdered(get, sellers, 'member_code_seller');
        }
      },
    },
    {
      id: idOf(name, 7),
      source: 'open-points: settings-downloads',
      says: `${title}: no element is without a row.`,
      check: async (probe) => {
        const { get, records } = await someSettings(probe, name);
        const sellers = sellersIn(name, records);
        get.expect(
          records.every((record) => sellersIn(name, [record]).length > 0),
          'an element has no seller',
        );
        get.expect(
          sellers.every((seller) => (seller[name] as readonly unknown[]).length > 0),
          'a seller has no row',
        );
      },
    },
  ];
}
