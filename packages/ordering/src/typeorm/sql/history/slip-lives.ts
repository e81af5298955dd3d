import { type Dialect, type Transaction, tableOf } from '@trading-platform/database';
import { noLife, type SlipLife } from '../../../trade/slip-life.js';
import { SlipLifeEntity } from '../../entities/slip-life.entity.js';
import { isOneOf, textRows } from '../common/json-rows.js';
import { RowWriter } from '../common/write-rows.js';

const writer = new RowWriter(tableOf(SlipLifeEntity), { replace: ['tradeId'] });

/** A slip, and its life after a change. */
export interface SlipWithLife {
  readonly tradeId: string;
  readonly life: SlipLife;
}

/** Stores lives in the transaction that changes their slips. The caller must have locked the slip numbers. */
export function writeLives(transaction: Transaction, slips: readonly SlipWithLife[]): Promise<void> {
  return writer.write(transaction, slips.map(rowOf).filter(hasData));
}

/**
 * Stores the times until which buyers may change their sent orders. All other values of the lives stay as they are. The
 * caller must have locked the slip numbers.
 */
export async function fixChangeUntil(
  transaction: Transaction,
  orders: readonly { readonly tradeId: string; readonly changeUntil: string }[],
): Promise<void> {
  const rows = orders.filter(({ changeUntil }) => changeUntil !== '');
  if (rows.length === 0) return;
  await transaction.execute(upsertChangeUntil(transaction.dialect), [
    JSON.stringify(rows.map(({ tradeId, changeUntil }) => [tradeId, changeUntil])),
  ]);
}

function upsertChangeUntil(dialect: Dialect): string {
  return `INSERT INTO slip_life (trade_id, change_until, confirmed_at, order_prices, returned)
    SELECT k.trade_id, k.change_until, '', '', '' FROM ${textRows(dialect, '$1', 'k', ['trade_id', 'change_until'])} WHERE 1 = 1
    ON CONFLICT (trade_id) DO UPDATE SET change_until = excluded.change_until`;
}

/** Removes the lives of slips that are removed with all their views. */
export async function removeLives(transaction: Transaction, tradeIds: readonly string[]): Promise<void> {
  await transaction.execute(`DELETE FROM slip_life WHERE ${isOneOf(transaction.dialect, 'trade_id', '$1')}`, [
    JSON.stringify(tradeIds),
  ]);
}

function rowOf({ tradeId, life }: SlipWithLife): SlipLifeEntity {
  const { changeUntil, confirmedAt, orderPrices, returned } = life;
  return { tradeId, changeUntil, confirmedAt, orderPrices: packMap(orderPrices), returned: packMap(returned) };
}

/**
 * Data are only added to a life and never removed. So a life without data has no row that would have to be replaced.
 */
function hasData({ changeUntil, confirmedAt, orderPrices, returned }: SlipLifeEntity): boolean {
  return [changeUntil, confirmedAt, orderPrices, returned].some((value) => value !== '');
}

export function lifeOfRow({
  changeUntil,
  confirmedAt,
  orderPrices,
  returned,
}: Omit<SlipLifeEntity, 'tradeId'>): SlipLife {
  return { changeUntil, confirmedAt, orderPrices: unpackMap(orderPrices), returned: unpackMap(returned) };
}

function packMap(map: ReadonlyMap<string, string>): string {
  return map.size === 0 ? '' : JSON.stringify(Object.fromEntries(map));
}

function unpackMap(packed: string): ReadonlyMap<string, string> {
  return packed === '' ? noLife.returned : new Map(Object.entries(JSON.parse(packed) as Record<string, string>));
}
