import type { ImportKind } from '@trading-platform/domain-types';
import { settingDefinitions } from '../src/setting/setting-kind.js';

type Fields = Readonly<Record<string, unknown>>;
type Row = Readonly<Record<string, string>>;

/** The numbers that an import or a removal must report for a file. */
export interface Counts {
  readonly read: number;
  readonly refused: number;
  readonly added?: number;
  readonly changed?: number;
  readonly removed?: number;
  readonly notThere?: number;
}

const keyFields = {
  members: ['member_code'],
  master: ['member_code', 'member_code_partner'],
  trade: ['trade_id', 'member_code_self'],
  'fc-prices': [
    'fc_owner_member_code',
    'member_code_store',
    'catalog_id',
    'food_cat_large_code',
    'valid_from',
    'date_basis',
  ],
  'delivery-places': ['member_code', 'delivery_place_id'],
} as const;

type KeyedKind = keyof typeof keyFields;
type SettingKind = Exclude<ImportKind, KeyedKind>;

/** The fields that contain member codes, for each kind of file. */
const namingFields: Readonly<Record<KeyedKind, readonly string[]>> = {
  members: ['head_office_member_code', 'fc_owner_member_code'],
  master: ['member_code', 'member_code_partner', 'member_code_order_to'],
  trade: ['member_code_self', 'member_code_partner', 'fc_owner_member_code'],
  'fc-prices': ['fc_owner_member_code', 'member_code_store'],
  'delivery-places': ['member_code'],
};

export const keyedKinds = Object.keys(keyFields) as KeyedKind[];
export const settingKinds = Object.keys(settingDefinitions) as SettingKind[];

/**
 * A simple model of the database that stores the same data in a few maps. The model gives the expected result of imports, merges
 * and removals.
 */
export class ReferenceStore {
  readonly #records = new Map<KeyedKind, Map<string, Fields>>(keyedKinds.map((kind) => [kind, new Map()]));
  readonly #settings = new Map<SettingKind, Map<string, Row[]>>(settingKinds.map((kind) => [kind, new Map()]));

  /** Returns files that load all data of the model into an empty database. */
  files(): (readonly [ImportKind, readonly object[]])[] {
    const keyed = keyedKinds.map((kind) => [kind, [...this.#of(kind).values()]] as const);
    const settings = settingKinds.map(
      (kind) => [kind, [...this.#rowsOf(kind)].map(([pair, rows]) => settingLine(kind, pair, rows))] as const,
    );
    return [...keyed, ...settings];
  }

  load(kind: ImportKind, lines: readonly Fields[], merge: boolean): Counts {
    if (isKeyed(kind)) return this.#loadKeyed(kind, lines);
    const good = lines.filter((line) =>
      pairsOf(kind, line).every(({ pair, rows }) => this.#knows([...pair, ...rows.map(orderTo)])),
    );
    const settings = this.#rowsOf(kind);
    for (const { pair, rows } of good.flatMap((line) => pairsOf(kind, line))) {
      const key = JSON.stringify(pair);
      const after = merge ? merged(kind, settings.get(key) ?? [], rows) : rows;
      if (after.length === 0) settings.delete(key);
      else settings.set(key, after);
    }
    return { read: lines.length, refused: lines.length - good.length };
  }

  remove(kind: ImportKind, lines: readonly Fields[]): Counts {
    if (!isKeyed(kind)) {
      const settings = this.#rowsOf(kind);
      const removed = lines.filter(
        (line) => pairsOf(kind, line).filter(({ pair }) => settings.delete(JSON.stringify(pair))).length > 0,
      ).length;
      return { read: lines.length, refused: 0, removed, notThere: lines.length - removed };
    }
    const kept = kind === 'members' ? this.#neededMembers(lines.map((line) => text(line, 'member_code'))) : new Set();
    const allowed = lines.filter((line) => !kept.has(text(line, 'member_code')));
    const removed = allowed.filter((line) => this.#of(kind).delete(keyOf(kind, line))).length;
    return { read: lines.length, refused: lines.length - allowed.length, removed, notThere: allowed.length - removed };
  }

  #loadKeyed(kind: KeyedKind, lines: readonly Fields[]): Counts {
    const records = this.#of(kind);
    const before = new Map(records);
    const good = this.#goodLines(kind, lines);
    for (const line of good) records.set(keyOf(kind, line), line);
    const touched = [...new Set(good.map((line) => keyOf(kind, line)))];
    return {
      read: lines.length,
      refused: lines.length - good.length,
      added: touched.filter((key) => !before.has(key)).length,
      changed: touched.filter(
        (key) => before.has(key) && JSON.stringify(before.get(key)) !== JSON.stringify(records.get(key)),
      ).length,
    };
  }

  #goodLines(kind: KeyedKind, lines: readonly Fields[]): readonly Fields[] {
    if (kind !== 'members') return lines.filter((line) => this.#knows(named(kind, line)));
    let good = lines;
    for (;;) {
      const there = new Set([...this.#of('members').keys(), ...good.map((line) => keyOf('members', line))]);
      const left = good.filter((line) =>
        named(kind, line).every((code) => code === '' || there.has(JSON.stringify([code]))),
      );
      if (left.length === good.length) return good;
      good = left;
    }
  }

  #knows(codes: readonly string[]): boolean {
    return codes.every((code) => code === '' || this.#of('members').has(JSON.stringify([code])));
  }

  /** Returns the members that cannot be removed together with the others, because remaining data name them. */
  #neededMembers(codes: readonly string[]): ReadonlySet<string> {
    const needed = new Set(
      keyedKinds
        .filter((kind) => kind !== 'members')
        .flatMap((kind) => [...this.#of(kind).values()].flatMap((line) => named(kind, line))),
    );
    for (const kind of settingKinds) {
      for (const [pair, rows] of this.#rowsOf(kind)) {
        for (const code of [...(JSON.parse(pair) as string[]), ...rows.map(orderTo)]) needed.add(code);
      }
    }
    for (let before = -1; before !== needed.size; ) {
      before = needed.size;
      for (const member of this.#of('members').values()) {
        const own = text(member, 'member_code');
        if (codes.includes(own) && !needed.has(own)) continue;
        for (const code of named('members', member)) if (code !== own) needed.add(code);
      }
    }
    return needed;
  }

  #of(kind: KeyedKind): Map<string, Fields> {
    return this.#records.get(kind) ?? new Map<string, Fields>();
  }

  #rowsOf(kind: SettingKind): Map<string, Row[]> {
    return this.#settings.get(kind) ?? new Map<string, Row[]>();
  }
}

function isKeyed(kind: ImportKind): kind is KeyedKind {
  return kind in keyFields;
}

function text(line: Fields, field: string): string {
  const value = line[field];
  return typeof value === 'string' ? value : '';
}

function named(kind: KeyedKind, line: Fields): string[] {
  return namingFields[kind].map((field) => text(line, field));
}

function keyOf(kind: KeyedKind, line: Fields): string {
  const key = keyFields[kind].map((field) => text(line, field));
  return JSON.stringify(kind === 'master' ? [...key, itemOf(line)] : key);
}

function itemOf(line: Fields): string {
  const first = (list: unknown) => (list as Fields[] | undefined)?.[0] ?? {};
  return text(first(line['buy']), 'item_id') || text(first(line['catalog']), 'item_id');
}

function orderTo(row: Row): string {
  return row['member_code_order_to'] ?? '';
}

function pairsOf(kind: SettingKind, line: Fields) {
  const whole = (rows: unknown) => ((rows ?? []) as Row[]).map((row) => wholeRow(kind, row));
  if (kind === 'businessholiday') return [{ pair: [text(line, 'member_code_seller'), ''], rows: whole(line[kind]) }];
  return (line['seller_list'] as Fields[]).map((seller) => ({
    pair: [text(seller, 'member_code_seller'), text(line, 'member_code_buyer')],
    rows: whole(seller[kind]),
  }));
}

function settingLine(kind: SettingKind, pair: string, rows: readonly Row[]): object {
  const [member_code_seller, member_code_buyer] = JSON.parse(pair) as [string, string];
  const seller = { member_code_seller, [kind]: rows };
  return kind === 'businessholiday' ? seller : { member_code_buyer, seller_list: [seller] };
}

const mergeFields: Readonly<Record<SettingKind, readonly string[]>> = {
  nottrade: ['member_code_order_to', 'week_flg', 'warning_type', 'update_date'],
  orderclosing: [
    'oct_set_buyer_or_seller',
    'member_code_order_to',
    'set_id',
    'set_no',
    'change_app_date',
    'closing_time',
    'update_date',
  ],
  businessholiday: ['set_id', 'holiday', 'update_date'],
  orderblock: ['member_code_order_to', 'order_block_flg', 'update_date'],
};

function wholeRow(kind: SettingKind, row: Row): Row {
  return Object.fromEntries(mergeFields[kind].map((field) => [field, row[field] ?? '']));
}

/** Merges rows one after another, as the decisions about merging require. */
function merged(kind: SettingKind, stored: readonly Row[], added: readonly Row[]): Row[] {
  const rows = [...stored];
  for (const row of added) {
    const isSame = (other: Row) => keyOfRow(kind, other) === keyOfRow(kind, row);
    const place = rows.findIndex(isSame);
    if (place === -1) rows.push(row);
    else if (kind !== 'nottrade') {
      rows[place] = row;
      for (let other = rows.length - 1; other > place; other--) if (isSame(rows[other] ?? {})) rows.splice(other, 1);
    }
  }
  return rows;
}

function keyOfRow(kind: SettingKind, row: Row): string {
  const keys: Readonly<Record<SettingKind, readonly string[]>> = {
    nottrade: ['member_code_order_to', 'week_flg', 'warning_type'],
    orderclosing: ['oct_set_buyer_or_seller', 'member_code_order_to', 'set_id', 'set_no', 'change_app_date'],
    businessholiday: ['set_id', 'holiday'],
    orderblock: ['member_code_order_to'],
  };
  return JSON.stringify(keys[kind].map((field) => row[field]));
}
