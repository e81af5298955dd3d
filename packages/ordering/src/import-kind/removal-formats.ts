import {
  type DeliveryPlaceImport,
  type FcPriceImport,
  fcPriceDateBasis,
  type ImportKind,
  importRecords,
  type MasterImport,
  type MemberImport,
  optionalFields,
  type RecordDefinition,
  type TradeImport,
} from '@trading-platform/domain-types';
import { scopeKey } from '../fc-price/fc-price-rule.js';
import { type LineFormat, savedWhole } from '../import/line-format.js';
import { itemOf } from '../master/master-format.js';
import { refuseField } from '../record/line-refusal.js';
import { makeRecordRenderer } from '../record/record-renderer.js';
import { pairsOf, type SettingRecord } from '../setting/setting-format.js';

/** What one stored thing is known by; the parts are those of its table's key. */
export type RecordKey = readonly string[];

/** What a line of a removal names: one key, or for settings those of all its pairs. */
export type RemovalLine = readonly RecordKey[];

/** Enough for statements to be worth their while, few enough for other writers not to wait. */
const linesPerChunk = 2_000;

const memberRemoval: LineFormat<RemovalLine> = {
  ...removalFormat('members', ['member_code'], (line: MemberImport) => [[line.member_code]]),
  // A head office may stand before its stores, in one piece of a file or in another.
  ...savedWhole,
  keyOf: ([key]) => key?.[0] ?? '',
};

/**
 * How the lines of every kind of file name what is to be removed. Only the fields of the key must be there, and only they are
 * read: what was loaded under other rules can be removed as well.
 */
export const removalFormats: { readonly [Kind in ImportKind]: LineFormat<RemovalLine> } = {
  members: memberRemoval,
  master: removalFormat('master', ['member_code', 'member_code_partner'], (line: MasterImport) => [
    [line.member_code, line.member_code_partner, itemOf(line)],
  ]),
  trade: removalFormat('trade', ['trade_id', 'member_code_self'], (line: TradeImport) => [
    [line.trade_id, line.member_code_self],
  ]),
  nottrade: settingRemoval('nottrade'),
  orderclosing: settingRemoval('orderclosing'),
  businessholiday: settingRemoval('businessholiday'),
  orderblock: settingRemoval('orderblock'),
  'fc-prices': removalFormat('fc-prices', ['fc_owner_member_code'], (line: FcPriceImport) => [fcPriceKey(line)]),
  'delivery-places': removalFormat(
    'delivery-places',
    ['member_code', 'delivery_place_id'],
    (line: DeliveryPlaceImport) => [[line.member_code, line.delivery_place_id]],
  ),
};

/** @param keyFields those that must be there and not empty */
function removalFormat<Line extends object>(
  kind: ImportKind,
  keyFields: readonly (string & keyof Line)[],
  keysOf: (line: Line) => RemovalLine,
): LineFormat<RemovalLine> {
  const check = checkOf(importRecords[kind], keyFields);
  return {
    rowsPerChunk: linesPerChunk,
    read(record) {
      check(record);
      const line = record as Line;
      const missing = keyFields.find((field) => line[field] === '');
      if (missing !== undefined) throw refuseField(missing, 'is missing');
      return keysOf(line);
    },
  };
}

/** All rows of each pair that a line names are removed, whatever rows the line has. */
function settingRemoval(kind: 'nottrade' | 'orderclosing' | 'businessholiday' | 'orderblock'): LineFormat<RemovalLine> {
  const definition = importRecords[kind];
  const check = checkOf(definition, definition.fieldNames);
  return {
    rowsPerChunk: linesPerChunk,
    read(record) {
      check(record);
      return pairsOf(record as SettingRecord).map(({ memberCodeSeller, memberCodeBuyer }) => [
        memberCodeSeller,
        memberCodeBuyer,
      ]);
    },
  };
}

/** Refuses a line of which a needed field is missing, or a field is unknown or not what databases can hold. */
function checkOf({ name, fields }: RecordDefinition, needed: readonly string[]): (record: unknown) => void {
  const definition = { name, fields: optionalFields(fields, needed) } as unknown as RecordDefinition;
  const render = makeRecordRenderer(definition, {}, {});
  return (record) => {
    render(record, '');
  };
}

function fcPriceKey(line: FcPriceImport): RecordKey {
  const scope = scopeKey({
    fcOwnerMemberCode: line.fc_owner_member_code,
    memberCodeStore: line.member_code_store ?? '',
    catalogId: line.catalog_id ?? '',
    foodCatLargeCode: line.food_cat_large_code ?? '',
  });
  return [scope, line.valid_from ?? '', line.date_basis || fcPriceDateBasis.order];
}
