import { nameOf, type RecordDefinition } from '@trading-platform/domain-types';
import { type LineFormat, savedWhole } from '../import/line-format.js';
import { type RemovalLine, removalFormatOf } from '../import/removal-format.js';
import { refuseField } from '../record/line-refusal.js';
import { makeRecordRenderer } from '../record/record-renderer.js';
import { expectRelations, oddElements } from '../record/relations.js';
import type { PairSettings, SettingLine, SettingRow } from './pair-settings.js';
import { type SettingDefinition, settingRules } from './setting-kind.js';

type Fields = Readonly<Record<string, string>>;
type SettingRecord = Fields & {
  readonly seller_list?: readonly (Fields & Readonly<Record<string, readonly Fields[]>>)[];
};

/** Describes how a line of a settings file is converted to the rows of the pairs that it names (Spec 4.10). */
export function settingFormat(definition: SettingDefinition): LineFormat<SettingLine> {
  const check = makeRecordRenderer(definition.record, settingRules(definition));
  const renderRow = makeRecordRenderer(rowDefinition(definition));
  const rowsOf = (fields: NamedPair['fields']): SettingRow[] =>
    rowsIn(definition, fields).map((row) => ({
      memberCodeOrderTo: row['member_code_order_to'] ?? '',
      updateDate: row['update_date'] ?? '',
      body: renderRow(row, '').toString(),
    }));
  return {
    ...savedWhole,
    read(record) {
      check(record, '');
      return pairsOf(record as SettingRecord).map(({ fields, path, ...pair }) => {
        for (const [index, row] of rowsIn(definition, fields).entries()) {
          expectRelations(definition.relations, row, pathOf(definition, path, index));
        }
        return { ...pair, rows: rowsOf(fields) };
      });
    },
    warn: (_, record) =>
      pairsOf(record as SettingRecord).flatMap(({ fields, path }) => oddRows(definition, fields, path)),
  };
}

function oddRows(definition: SettingDefinition, fields: NamedPair['fields'], path: string): readonly string[] {
  const rows = rowsIn(definition, fields);
  const beaten = definition.beaten?.(rows) ?? [];
  return [
    ...oddElements(definition.relations, rows, path + definition.kind),
    ...beaten.map(({ index, field, reason }) => `${pathOf(definition, path, index)}${field}: ${reason}`),
  ];
}

function rowsIn({ kind }: SettingDefinition, fields: NamedPair['fields']): readonly Fields[] {
  return (fields[kind] as readonly Fields[] | undefined) ?? [];
}

function pathOf({ kind }: SettingDefinition, path: string, index: number): string {
  return `${path}${kind}[${index}].`;
}

/**
 * Describes how a line names the pairs whose rows are to be removed. All rows of a pair are removed, even rows that are not in
 * the line.
 */
export function settingRemovalFormat({ record }: SettingDefinition): LineFormat<RemovalLine> {
  return removalFormatOf(record, record.fieldNames, (line) =>
    pairsOf(line as SettingRecord).map(({ memberCodeSeller, memberCodeBuyer }) => [memberCodeSeller, memberCodeBuyer]),
  );
}

/** A pair that a line names, and the part of the line about this pair. */
interface NamedPair extends Omit<PairSettings, 'rows'> {
  readonly fields: Readonly<Record<string, unknown>>;
  /** The path, within the line, of the part about this pair; messages show it before the name of a field. */
  readonly path: string;
}

/** Returns the pairs that a line names. Each pair must have a seller, and no pair may occur twice. */
function pairsOf(line: SettingRecord): NamedPair[] {
  const pairs = line.seller_list?.map((seller, index) => ({
    memberCodeSeller: seller['member_code_seller'] ?? '',
    memberCodeBuyer: line['member_code_buyer'] ?? '',
    fields: seller,
    path: `seller_list[${index}].`,
  })) ?? [{ memberCodeSeller: line['member_code_seller'] ?? '', memberCodeBuyer: '', fields: line, path: '' }];
  checkSellers(pairs);
  return pairs;
}

function checkSellers(pairs: readonly NamedPair[]): void {
  const seen = new Set<string>();
  for (const { memberCodeSeller, path } of pairs) {
    const field = `${path}member_code_seller`;
    if (memberCodeSeller === '') throw refuseField(field, 'is missing');
    if (seen.has(memberCodeSeller)) throw refuseField(field, 'stands twice in the line');
    seen.add(memberCodeSeller);
  }
}

/** Returns the definition of a setting's rows, which is a part of the definition of its line. */
function rowDefinition({ record, kind }: SettingDefinition): RecordDefinition {
  const rows = findList(record, kind) ?? findList(findList(record, 'seller_list'), kind);
  if (rows === undefined) throw new RangeError(`${record.name} has no list ${kind}`);
  return rows;
}

function findList(record: RecordDefinition | undefined, name: string): RecordDefinition | undefined {
  for (const field of record?.fields ?? []) {
    if (nameOf(field) !== name || typeof field === 'string') continue;
    const list = field.type === 'optional' ? field.field : field;
    if (typeof list !== 'string' && list.type === 'list') return list.item;
  }
  return undefined;
}
