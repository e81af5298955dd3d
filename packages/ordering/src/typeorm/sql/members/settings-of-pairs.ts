import { type Sql, tableOf } from '@trading-platform/database';
import { type SettingName } from '@trading-platform/domain-types';
import type { DeliverySettings } from '../../../delivery/delivery-calendar.js';
import {
  readClosingSetting,
  readNonCountingDay,
  readNonTradingSetting,
  readOrderBlock,
} from '../../../delivery/read-setting-rows.js';
import { SettingRowEntity } from '../../entities/setting-row.entity.js';
import { type RowsOfEach, rowsOfEach } from '../common/rows-of-each.js';

/** The columns that are read from a row of a setting. */
export const settingRows = tableOf(SettingRowEntity).only('memberCodeBuyer', 'kind', 'body');
type SettingRow = ReturnType<typeof settingRows.read>;

/** @param rows the rows of the pair and the general rows of the seller, ordered by buyer and number within a kind */
export function deliverySettings(rows: readonly SettingRow[]): DeliverySettings {
  const read = <Setting>(
    kind: SettingName,
    reader: (memberCodeBuyer: string, row: Readonly<Record<string, string>>) => Setting,
  ) =>
    rows.filter((row) => row.kind === kind).map((row) => reader(row.memberCodeBuyer, JSON.parse(row.body.toString())));
  const nonCountingDays = read('businessholiday', (_, row) => readNonCountingDay(row));
  return {
    closing: read('orderclosing', readClosingSetting),
    nonTrading: read('nottrade', readNonTradingSetting),
    nonCountingDays: new Set(nonCountingDays.filter((day) => day !== undefined)),
    blocks: read('orderblock', readOrderBlock),
  };
}

/** A buyer and a seller, by their member codes. */
export interface TradingPair {
  readonly buyer: string;
  readonly seller: string;
}

/** Writes a pair as one text. */
export function pairText({ buyer, seller }: TradingPair): string {
  return JSON.stringify([buyer, seller]);
}

const pairRows = tableOf(SettingRowEntity).only('memberCodeSeller', 'memberCodeBuyer', 'kind', 'rowNo', 'body');

/** Finds the rows of pairs, which are given as arrays of seller and buyer. A seller's general rows have the buyer `''`. */
const wantedRows: RowsOfEach = {
  wanted: {
    sqlite: 'json_each($1) AS wanted',
    postgres: 'jsonb_array_elements($1::jsonb) AS wanted(value)',
  },
  table: 'setting_row',
  where: 'found.member_code_seller = wanted.value ->> 0 AND found.member_code_buyer = wanted.value ->> 1',
};

/** Reads the settings of all pairs with one query. The settings are grouped by the `pairText` of their pair. */
export async function settingsOfPairs(
  sql: Sql,
  pairs: readonly TradingPair[],
): Promise<ReadonlyMap<string, DeliverySettings>> {
  const wanted = pairs.flatMap(({ buyer, seller }) => [
    [seller, buyer],
    [seller, ''],
  ]);
  const keys = [...new Map(wanted.map((key) => [JSON.stringify(key), key])).values()];
  const found = await sql.query<object>(
    `SELECT ${pairRows.columnsOf('found')} ${rowsOfEach(sql.dialect, wantedRows)}
     ORDER BY found.kind, found.row_no`,
    [JSON.stringify(keys)],
  );
  const rows = Map.groupBy(found.map(pairRows.read), ({ memberCodeBuyer, memberCodeSeller }) =>
    pairText({ buyer: memberCodeBuyer, seller: memberCodeSeller }),
  );
  const rowsOf = (buyer: string, seller: string) => rows.get(pairText({ buyer, seller })) ?? [];
  return new Map(
    pairs.map(({ buyer, seller }) => {
      // The seller's general rows come first, which is also the order of the query.
      const ofPair = [...rowsOf('', seller), ...rowsOf(buyer, seller)];
      return [pairText({ buyer, seller }), deliverySettings(ofPair)];
    }),
  );
}
