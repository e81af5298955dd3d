import { type Database, type Sql, tableOf } from '@trading-platform/database';
import { PlannedOrderSource, type PlannedPair, type PlannedPairData } from '../../order/planned-order-source.js';
import { CatalogLineEntity } from '../entities/catalog-line.entity.js';
import { MemberEntity } from '../entities/member.entity.js';
import { orderMasterLine } from './delivery-source.js';
import { isOneOf } from './json-rows.js';
import { type RowsOfEach, rowsOfEach } from './rows-of-each.js';
import { deliverySettings, pairText, settingsOfPairs } from './settings-of-pairs.js';

/** The data of planned orders on a database. */
export class SqlPlannedOrderSource extends PlannedOrderSource {
  constructor(private readonly database: Database) {
    super();
  }

  async readPairs(pairs: readonly PlannedPair[]): Promise<readonly PlannedPairData[]> {
    if (pairs.length === 0) return [];
    const headOffices = await readHeadOffices(this.database, pairs);
    const ownersOf = ({ buyer }: PlannedPair) => [buyer, headOffices.get(buyer) ?? ''].filter((code) => code !== '');
    const keys = pairs.flatMap((pair) =>
      ownersOf(pair).flatMap((owner) => pair.catalogIds.map((catalogId) => [owner, catalogId] as const)),
    );
    const lines = await readLines(this.database, keys);
    const settings = await settingsOfPairs(this.database, pairs);
    return pairs.map((pair) => ({
      settings: settings.get(pairText(pair)) ?? deliverySettings([]),
      linesOf: (catalogId) =>
        ownersOf(pair)
          .map((owner) => lines.get(keyText([owner, catalogId])))
          .filter((line) => line !== undefined && line.memberCodePartner === pair.seller)
          .map((line) => orderMasterLine(line as CatalogLineEntity, pair.buyer)),
    }));
  }
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

/** A statement of more holds others up. Products are asked for once, however many orders name them. */
const linesPerQuery = 10_000;

async function readLines(sql: Sql, keys: readonly LineKey[]): Promise<ReadonlyMap<string, CatalogLineEntity>> {
  const distinct = [...new Map(keys.map((key) => [keyText(key), key])).values()];
  const found = new Map<string, CatalogLineEntity>();
  for (let start = 0; start < distinct.length; start += linesPerQuery) {
    // oxlint-disable-next-line no-await-in-loop
    const rows = await sql.query<object>(
      `SELECT ${catalogLines.columnsOf('found')} ${rowsOfEach(sql.dialect, wantedLines)}`,
      [JSON.stringify(distinct.slice(start, start + linesPerQuery))],
    );
    for (const line of rows.map(catalogLines.read)) found.set(keyText([line.memberCode, line.catalogId]), line);
  }
  return found;
}
