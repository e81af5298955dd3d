import type { MirrorRow } from './mirror-tables.js';

type Rows = readonly MirrorRow[];

const batchFields = new Set(['batch_id', 'seq', 'create_date']);
const keys: Readonly<Record<string, readonly string[]>> = {
  master: ['member_code', 'member_code_partner', 'item_id'],
  trade: ['trade_id', 'member_code_self'],
};

/**
 * Returns the tables that a mirror should contain. The tables are computed from the records of complete downloads. All
 * values are texts, as in the answers.
 */
export function expectedTables(downloads: ReadonlyMap<string, Rows>): Map<string, Rows> {
  const tables = new Map<string, Rows>();
  for (const [kind, records] of downloads) {
    const key = keys[kind];
    if (key === undefined)
      tables.set(
        kind,
        records.flatMap((record) => settingRows(kind, record)),
      );
    else for (const [name, rows] of recordTables(kind, key, records)) tables.set(name, rows);
  }
  return tables;
}

function recordTables(kind: string, key: readonly string[], records: Rows): Map<string, Rows> {
  const tables = new Map<string, MirrorRow[]>([[kind, []]]);
  for (const record of records) {
    const keyed = withItem(record);
    const ofKey = Object.fromEntries(key.map((name) => [name, keyed[name]]));
    const entries = Object.entries(keyed).filter(([name]) => !batchFields.has(name));
    tables.get(kind)?.push(Object.fromEntries(entries.filter(([, value]) => !Array.isArray(value))));
    for (const [name, value] of entries) {
      if (!Array.isArray(value)) continue;
      const table = `${kind}_${name.replace(/_list$/, '')}`;
      const rows = tables.get(table) ?? [];
      tables.set(table, rows);
      (value as Rows).forEach((line, index) => rows.push({ ...ownFields(line, key), ...ofKey, line: index + 1 }));
    }
  }
  return tables;
}

/** Adds to a product the `item_id` of its first line, which is a column in the tables. */
function withItem(record: MirrorRow): MirrorRow {
  if (!('catalog' in record)) return record;
  return { ...record, item_id: itemOf(record['buy']) || itemOf(record['catalog']) };
}

/** Returns the `item_id` of the first line in a list. */
export function itemOf(lines: unknown): unknown {
  return (lines as Rows | undefined)?.[0]?.['item_id'];
}

function ownFields(line: MirrorRow, key: readonly string[]): MirrorRow {
  return Object.fromEntries(
    Object.entries(line).map(([name, value]) => [key.includes(name) ? `line_${name}` : name, value]),
  );
}

function settingRows(kind: string, record: MirrorRow): Rows {
  const { seller_list: sellers, [kind]: own, ...scalars } = record;
  const kept = Object.fromEntries(
    Object.entries(scalars).filter(([name, value]) => !batchFields.has(name) && !Array.isArray(value)),
  );
  const lists = Array.isArray(sellers) ? (sellers as Rows) : [{ [kind]: own }];
  return lists.flatMap(({ [kind]: rows, ...between }) =>
    ((rows ?? []) as Rows).map((row, index) => ({ ...kept, ...between, ...row, line: index + 1 })),
  );
}

/**
 * Describes, as sentences, how a mirror differs from its expected tables. Tables that `tp sync` keeps for itself are
 * not compared.
 */
export function differences(expected: ReadonlyMap<string, Rows>, found: ReadonlyMap<string, Rows>): string[] {
  const told: string[] = [];
  for (const [table, rows] of expected) {
    const unmatched = new Map((found.get(table) ?? []).map((row) => [idOf(row), row]));
    if (unmatched.size !== (found.get(table) ?? []).length) told.push(`${table} has rows twice`);
    for (const row of rows) {
      const id = idOf(row);
      const other = unmatched.get(id);
      unmatched.delete(id);
      if (other === undefined) told.push(`${table} lacks ${id}`);
      else told.push(...differentFields(row, other).map((field) => `${table} ${id}: ${field}`));
    }
    told.push(...[...unmatched.keys()].map((id) => `${table} has ${id}, which is gone`));
  }
  return told;
}

function differentFields(expected: MirrorRow, found: MirrorRow): string[] {
  return Object.entries(expected)
    .filter(([name, value]) => !isSame(value, found[name]))
    .map(([name, value]) => `${name} is ${String(found[name])} instead of ${String(value)}`);
}

const idFields = [
  'trade_id',
  'member_code',
  'member_code_self',
  'member_code_buyer',
  'member_code_seller',
  'member_code_partner',
  'item_id',
  'line',
];

function idOf(row: MirrorRow): string {
  const isSlip = row['trade_id'] !== undefined;
  const names = isSlip ? ['trade_id', 'member_code_self', 'line'] : idFields;
  return names.map((name) => textOf(row[name] ?? '')).join(' ');
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** @param value the value as the answer contains it */
function isSame(value: unknown, found: unknown): boolean {
  if (found === null || found === undefined) return value === '';
  const [text, other] = [textOf(value), textOf(found)];
  if (text === other) return true;
  if (typeof found === 'number') return text !== '' && Number(text) === found;
  return /^\d{4}-\d\d-\d\d \d/.test(text) && Date.parse(`${text.replace(' ', 'T')}+09:00`) === Date.parse(other);
}
