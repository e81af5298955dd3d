import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Sql, tableOf } from '@trading-platform/database';
import type { PlannedPair, PlannedPairData } from '../../../order/planned-order-source.js';
import { CatalogLineEntity } from '../../entities/catalog-line.entity.js';
import { MemberEntity } from '../../entities/member.entity.js';
import { isOneOf } from '../common/json-rows.js';
import { type RowsOfEach, rowsOfEach } from '../common/rows-of-each.js';
import { orderMasterLine } from '../lookups/delivery-lines.js';
import { deliverySettings, pairText, settingsOfPairs } from '../members/settings-of-pairs.js';

/** @see PlannedOrderSource.readPairs */
export async function readPlannedPairs(sql: Sql, pairs: readonly PlannedPair[]): Promise<readonly PlannedPairData[]> {
  if (pairs.length === 0) return [];
  const headOffices = await readHeadOffices(sql, pairs);
  const ownersOf = ({ buyer }: PlannedPair) => [buyer, headOffices.get(buyer) ?? ''].filter((code) => code !== '');
  const lines = await readLines(sql, pairs, ownersOf);
  const settings = await settingsOfPairs(sql, pairs);
  return pairs.map((pair) => ({
    settings: settings.get(pairText(pair)) ?? deliverySettings([]),
    linesOf: (catalogId) =>
      ownersOf(pair)
        .map((owner) => lines.get(keyText([owner, catalogId])))
        .filter((line) => line !== undefined && line.memberCodePartner === pair.seller)
        .map((line) => orderMasterLine(line as CatalogLineEntity, pair.buyer)),
  }));
}

async function readHeadOffices(sql: Sql, pairs: readonly PlannedPair[]): Promise<ReadonlyMap<string, string>> {
  const buyers = tableOf(MemberEntity).only('memberCode', 'headOfficeMemberCode');
  const rows = await sql.query<object>(
    `SELECT ${buyers.columns} FROM member WHERE ${isOneOf(sql.dialect, 'member_code', '$1')}`,
    [JSON.stringify(pairs.map(({ buyer }) => buyer))],
  );
  return new Map(
    rows.map(buyers.read).map(({ memberCode, headOfficeMemberCode }) => [memberCode, headOfficeMemberCode]),
  );
}

type LineKey = readonly [owner: string, catalogId: string];

function keyText(key: LineKey): string {
  return JSON.stringify(key);
}

const catalogLines = tableOf(CatalogLineEntity);

const wantedLines: RowsOfEach = {
  wanted: {
    sqlite: 'json_each($1) AS wanted',
    postgres: 'jsonb_array_elements($1::jsonb) AS wanted(value)',
  },
  table: 'catalog_line',
  where: "found.member_code = wanted.value ->> 0 AND found.catalog_id = wanted.value ->> 1 AND found.catalog_id <> ''",
};

/** The number of lines after which other requests get their turn. */
const linesPerQuery = 2_000;

type OwnersOf = (pair: PlannedPair) => readonly string[];

async function readLines(
  sql: Sql,
  pairs: readonly PlannedPair[],
  ownersOf: OwnersOf,
): Promise<ReadonlyMap<string, CatalogLineEntity>> {
  const found = new Map<string, CatalogLineEntity>();
  for (const keys of inPortions(lineKeys(pairs, ownersOf))) {
    // oxlint-disable-next-line no-await-in-loop
    const rows = await sql.query<object>(
      `SELECT ${catalogLines.columnsOf('found')} ${rowsOfEach(sql.dialect, wantedLines)}`,
      [JSON.stringify(keys)],
    );
    for (const line of rows.map(catalogLines.read)) found.set(keyText([line.memberCode, line.catalogId]), line);
    // oxlint-disable-next-line no-await-in-loop
    await nextTurn();
  }
  return found;
}

function* lineKeys(pairs: readonly PlannedPair[], ownersOf: OwnersOf): Generator<LineKey> {
  for (const pair of pairs) {
    for (const owner of ownersOf(pair)) {
      for (const catalogId of pair.catalogIds) yield [owner, catalogId];
    }
  }
}

function* inPortions(keys: Iterable<LineKey>): Generator<readonly LineKey[]> {
  let portion: LineKey[] = [];
  for (const key of keys) {
    portion.push(key);
    if (portion.length < linesPerQuery) continue;
    yield portion;
    portion = [];
  }
  if (portion.length > 0) yield portion;
}
