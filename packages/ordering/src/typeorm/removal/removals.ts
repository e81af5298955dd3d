import type { Transaction } from '@trading-platform/database';
import type { ImportKind } from '@trading-platform/domain-types';
import type { RecordKey } from '../../import/removal-format.js';
import type { SettingKind } from '../../setting/setting-kind.js';
import { type ChangeName, countChange, holdNumbers } from '../statements/counters.js';
import { removeMarks } from '../statements/download-marks.js';
import { fcPriceKey } from '../statements/fc-price-rows.js';
import { isOneOfNumbers, textRows } from '../statements/json-rows.js';
import { holdMembers } from '../statements/known-members.js';
import { forgetPairs, holdPairs } from '../statements/member-pairs.js';
import { findNeededMembers, type NeededKey } from '../statements/needed-members.js';

/** One thing that is gone, by its key. */
export interface Removed {
  readonly key: RecordKey;
}

/** How the things of one kind are removed. Keys are distinct. */
export interface Removal {
  readonly change: ChangeName;
  /** Waits for the loads that could interfere, and holds up those that come, until the transaction ends. */
  hold(transaction: Transaction): Promise<void>;
  /** Those that something else still needs; without it, nothing ever does. */
  findNeeded?(transaction: Transaction, keys: readonly RecordKey[]): Promise<readonly NeededKey[]>;
  /** Removes what is there of the keys, and all that belongs to it. Answers what was there. */
  remove(transaction: Transaction, keys: readonly RecordKey[]): Promise<readonly Removed[]>;
}

export const removals: { readonly [Kind in ImportKind]: Removal } = {
  members: {
    change: 'members',
    hold: holdMembers,
    findNeeded: findNeededMembers,
    remove: (transaction, keys) => removeRows(transaction, 'member', ['member_code'], keys),
  },
  master: { change: 'master', hold: holdPairs, remove: removeProducts },
  trade: { change: 'trade', hold: holdPairs, remove: removeSlips },
  nottrade: settingRemoval('nottrade'),
  orderclosing: settingRemoval('orderclosing'),
  businessholiday: settingRemoval('businessholiday'),
  orderblock: settingRemoval('orderblock'),
  'fc-prices': {
    change: 'fc-prices',
    hold: (transaction) => holdNumbers(transaction, 'fc-price'),
    remove: (transaction, keys) => removeRows(transaction, 'fc_price', fcPriceKey, keys),
  },
  'delivery-places': {
    change: 'delivery-places',
    hold: (transaction) => holdNumbers(transaction, 'delivery-place'),
    remove: (transaction, keys) =>
      removeRows(transaction, 'delivery_place', ['member_code', 'delivery_place_id'], keys),
  },
};

function settingRemoval(kind: SettingKind): Removal {
  return {
    change: 'settings',
    hold: (transaction) => holdNumbers(transaction, 'setting'),
    async remove(transaction, keys) {
      const rows = await removeRows(transaction, 'setting_row', ['member_code_seller', 'member_code_buyer'], keys, {
        // A literal, as the placeholders are those of the keys.
        where: `kind = '${kind}'`,
      });
      return distinct(rows);
    },
  };
}

/** A pair has many rows. */
function distinct(rows: readonly Removed[]): Removed[] {
  return [...new Map(rows.map((row) => [JSON.stringify(row.key), row])).values()];
}

interface RowOptions {
  readonly where?: string;
  /** More columns to answer, behind the key. */
  readonly more?: readonly string[];
}

interface RemovedRow extends Removed {
  readonly more: readonly (string | number)[];
}

async function removeRows(
  transaction: Transaction,
  table: string,
  columns: readonly string[],
  keys: readonly RecordKey[],
  { where, more = [] }: RowOptions = {},
): Promise<RemovedRow[]> {
  const named = textRows(transaction.dialect, '$1', 'k', columns);
  const rows = await transaction.query<Readonly<Record<string, string | number>>>(
    `DELETE FROM ${table} WHERE (${columns.join(', ')}) IN (SELECT ${columns.join(', ')} FROM ${named})
     ${where === undefined ? '' : `AND ${where}`} RETURNING ${[...columns, ...more].join(', ')}`,
    [JSON.stringify(keys)],
  );
  return rows.map((row) => ({
    key: columns.map((column) => String(row[column])),
    more: more.map((column) => row[column] ?? ''),
  }));
}

async function removeProducts(transaction: Transaction, keys: readonly RecordKey[]): Promise<readonly Removed[]> {
  const rows = await removeRows(transaction, 'product', ['member_code', 'member_code_partner', 'item_id'], keys, {
    more: ['id'],
  });
  await removeParts(transaction, 'catalog_line', 'product_id', rows);
  await removeParts(transaction, 'buy_line', 'product_id', rows);
  await forgetPairs(
    transaction,
    rows.map(({ key: [own = '', partner = ''] }) => [own, partner] as const),
  );
  return rows;
}

async function removeSlips(transaction: Transaction, keys: readonly RecordKey[]): Promise<readonly Removed[]> {
  const rows = await removeRows(transaction, 'slip', ['trade_id', 'member_code_self'], keys, {
    more: ['id', 'member_code_partner'],
  });
  await removeParts(transaction, 'slip_body', 'slip_id', rows);
  await removeMarks(transaction, rows.map(idOf));
  const ended = await forgetPairs(
    transaction,
    rows.map(({ key: [, self = ''], more: [, partner = ''] }) => [self, String(partner)] as const),
  );
  if (ended > 0) await countChange(transaction, 'trade-pairs');
  return rows;
}

async function removeParts(
  transaction: Transaction,
  table: string,
  column: string,
  rows: readonly RemovedRow[],
): Promise<void> {
  await transaction.execute(`DELETE FROM ${table} WHERE ${isOneOfNumbers(transaction.dialect, column, '$1')}`, [
    JSON.stringify(rows.map(idOf)),
  ]);
}

function idOf({ more: [id] }: RemovedRow): number {
  return Number(id);
}
