import {
  type TradeImport,
  tradeDetail,
  tradeRecord,
  tradeStoredFields,
  tradeTextFields,
} from '@trading-platform/domain-types';
import { groupsIn, headerIn, linesIn } from '../trade/slip-body.js';
import type { ChangedFields, ChangedLine } from './slip-change.js';

type TextField = (typeof tradeTextFields)[number] | (typeof tradeStoredFields)[number];

/** Every change of a slip changes these fields, so a history does not name them. */
const alwaysChanged: readonly TextField[] = ['update_date', 'version'];

const textFields: readonly TextField[] = [...tradeTextFields, ...tradeStoredFields].filter(
  (field) => !alwaysChanged.includes(field),
);

type Detail = NonNullable<TradeImport['detail_list']>[number];

const noFields: readonly string[] = [];

/** Compares two states of one view of a slip. An absent field is the same as `""`. */
export function changedFields(before: TradeImport, after: TradeImport): ChangedFields {
  const header: string[] = differingFields(textFields, before, after);
  if (groupsText(before) !== groupsText(after)) header.push('partner_group_list');
  return { header, lines: changedLines(before.detail_list ?? [], after.detail_list ?? []) };
}

const namedFields: ReadonlySet<string> = new Set(textFields);

/** Returns the fields that change if some fields of the header of a view get these values. */
export function changedHeader(before: TradeImport, values: Partial<TradeImport>): string[] {
  const fields = Object.keys(values).filter((field): field is TextField => namedFields.has(field));
  return differingFields(fields, before, values);
}

function differingFields(fields: readonly TextField[], before: TradeImport, after: Partial<TradeImport>): TextField[] {
  return fields.filter((field) => (before[field] ?? '') !== (after[field] ?? ''));
}

/**
 * Compares the bodies of two states of one view of a slip, like `changedFields`. Only the header and the lines that differ are
 * parsed.
 */
export function changedInBodies(before: Buffer, after: Buffer): ChangedFields {
  const [old, now] = [linesIn(before), linesIn(after)];
  return changedFields(stateOf(before, differing(old, now)), stateOf(after, differing(now, old)));
}

function differing(lines: readonly Buffer[], others: readonly Buffer[]): Detail[] {
  return lines
    .filter((line, place) => others[place]?.equals(line) !== true)
    .map((line) => JSON.parse(line.toString()) as Detail);
}

/** A body has all fields of an import line that a download delivers, except the list of groups. */
function stateOf(body: Buffer, detail_list: readonly Detail[]): TradeImport {
  return { ...(headerIn(body) as TradeImport), partner_group_list: groupsIn(body), detail_list };
}

function groupsText({ partner_group_list = [] }: TradeImport): string {
  return JSON.stringify(
    partner_group_list.map(({ partner_group_code = '', partner_group_name = '' }) => [
      partner_group_code,
      partner_group_name,
    ]),
  );
}

function changedLines(before: readonly Detail[], after: readonly Detail[]): ChangedLine[] {
  if (before === after) return [];
  const old = byId(before);
  const lines: ChangedLine[] = [];
  for (const [id, line] of byId(after)) {
    const former = old.get(id);
    old.delete(id);
    const fields = former === undefined || former === line ? noFields : changedDetail(former, line);
    if (former === undefined || fields.length > 0) lines.push({ tradeProdId: line.trade_prod_id ?? '', fields });
  }
  for (const { trade_prod_id = '' } of old.values()) lines.push({ tradeProdId: trade_prod_id, fields: noFields });
  return lines;
}

function changedDetail(before: Detail, after: Detail): readonly string[] {
  return tradeDetail.fieldNames.filter((field) => (before[field] ?? '') !== (after[field] ?? ''));
}

/**
 * Imported slips may have several lines with the same id. The first line with an id is compared with the first line
 * with this id in the other state, the second line with the second one, and so on.
 */
function byId(lines: readonly Detail[]): Map<string, Detail> {
  const found = new Map<string, Detail>();
  for (const line of lines) {
    let key = line.trade_prod_id ?? '';
    while (found.has(key)) key += '\n';
    found.set(key, line);
  }
  return found;
}

const headerPlaces: ReadonlyMap<string, number> = new Map(
  [...tradeRecord.fieldNames, ...tradeStoredFields].map((field, place) => [field, place]),
);
const detailPlaces: ReadonlyMap<string, number> = new Map(tradeDetail.fieldNames.map((field, place) => [field, place]));

/** Writes changed fields as the names that callers get: header fields in the order of the record, then lines by id. */
export function changedNames({ header, lines }: ChangedFields): string[] {
  return [
    ...inOrder(header, headerPlaces),
    ...lines
      .toSorted((one, other) => (one.tradeProdId < other.tradeProdId ? -1 : 1))
      .flatMap(({ tradeProdId, fields }) => {
        const line = `detail_list[${tradeProdId}]`;
        return fields.length === 0 ? [line] : inOrder(fields, detailPlaces).map((field) => `${line}.${field}`);
      }),
  ];
}

/** Fields that the record no longer has come last. */
function inOrder(fields: readonly string[], places: ReadonlyMap<string, number>): string[] {
  const place = (field: string) => places.get(field) ?? places.size;
  return fields.toSorted((one, other) => place(one) - place(other));
}
