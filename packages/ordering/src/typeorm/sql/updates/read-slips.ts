import { type Dialect, tableOf } from '@trading-platform/database';
import type { TradeImport } from '@trading-platform/domain-types';
import { unpackBodies } from '../../../record/packed-body.js';
import { noLife } from '../../../trade/slip-life.js';
import { type StoredFields, storedFieldsOfFound, storedView } from '../../../trade/stored-view.js';
import type { SlipHead, ViewHead } from '../../../trade-update/trade-update-store.js';
import { SlipEntity } from '../../entities/slip.entity.js';
import { SlipLifeEntity } from '../../entities/slip-life.entity.js';
import { eachText, type RowsOfEach, rowsOfEach, viewsOfSlips } from '../common/rows-of-each.js';
import { isMadeHere } from '../downloads/slip-rows.js';
import { lifeOfRow } from '../history/slip-lives.js';
import { isBuyersView, isVisibleView } from '../orders/side-of-view.js';
import type { DatabaseSnapshot } from '../snapshot/database-snapshot.js';

const views = tableOf(SlipEntity).only(
  'id',
  'tradeId',
  'memberCodeSelf',
  'memberCodePartner',
  'statusCode',
  'fcOwnerMemberCode',
  'itemIds',
  'privateItemIds',
  'catalogIds',
  'version',
  'sentFrom',
  'loadId',
);
type View = ReturnType<typeof views.read>;

const lives = tableOf(SlipLifeEntity);

interface Placed {
  readonly buyers: boolean | number;
  readonly visible: boolean | number;
  readonly stored_bytes: number;
}

/** @see TradeUpdateStore.read */
export async function readHeads(
  snapshot: DatabaseSnapshot,
  callerMemberCode: string,
  tradeIds: readonly string[],
): Promise<ReadonlyMap<string, SlipHead>> {
  const ids = JSON.stringify([...new Set(tradeIds)]);
  const rows = await snapshot.query<Placed>(selectHeads(snapshot.dialect), [callerMemberCode, ids]);
  const lifeOf = new Map(
    (await snapshot.query<object>(selectLives(snapshot.dialect), [ids]))
      .map(lives.read)
      .map((row) => [row.tradeId, lifeOfRow(row)]),
  );
  const bySlip = Map.groupBy(
    rows.map((row) => viewHead(views.read(row), row)),
    ({ tradeId }) => tradeId,
  );
  return new Map(
    [...bySlip].map(([tradeId, ofSlip]) => [
      tradeId,
      {
        tradeId,
        version: Math.max(...ofSlip.map(({ head }) => head.version)),
        views: ofSlip.map(({ head }) => head),
        isMadeHere: ofSlip.every((view) => view.isMadeHere),
        life: lifeOf.get(tradeId) ?? noLife,
      },
    ]),
  );
}

export function selectHeads(dialect: Dialect): string {
  return `SELECT ${views.columnsOf('found')}, ${isBuyersView} AS buyers, ${isVisibleView} AS visible,
      (SELECT length(b.body) FROM slip_body b WHERE b.slip_id = found.id) AS stored_bytes
    ${rowsOfEach(dialect, viewsOfSlips(2))}`;
}

export function selectLives(dialect: Dialect): string {
  return `SELECT ${lives.columnsOf('found')}
    ${rowsOfEach(dialect, { wanted: eachText(1), table: 'slip_life', where: 'found.trade_id = wanted.value' })}`;
}

function viewHead(
  { tradeId, itemIds, privateItemIds, catalogIds, loadId, sentFrom, ...view }: View,
  { buyers, visible, stored_bytes }: Placed,
) {
  const head: ViewHead = {
    ...view,
    codes: { itemIds, privateItemIds, catalogIds },
    isBuyers: Boolean(buyers),
    isVisible: Boolean(visible),
    storedBytes: stored_bytes,
  };
  return { tradeId, head, isMadeHere: isMadeHere({ loadId, sentFrom }) };
}

const wantedRows: RowsOfEach = {
  wanted: {
    sqlite: 'json_each($1) AS wanted',
    postgres: 'jsonb_array_elements($1::jsonb) AS wanted(value)',
  },
  table: 'slip',
  where: 'found.id = CAST(wanted.value AS BIGINT)',
};

type RecordRow = StoredFields & { readonly body: Buffer };

/** @see SlipReading.readViews */
export async function readViews(
  snapshot: DatabaseSnapshot,
  slips: readonly SlipHead[],
): Promise<ReadonlyMap<string, readonly TradeImport[]>> {
  const ids = slips.flatMap((slip) => slip.views.map(({ id }) => id));
  const rows = await snapshot.query<RecordRow & { readonly id: number }>(selectRecords(snapshot.dialect), [
    JSON.stringify(ids),
  ]);
  const unpacked = await unpackBodies(rows);
  const byId = new Map(rows.map((row, place) => [row.id, storedView(unpacked[place]!.body, row)]));
  return new Map(slips.map((slip) => [slip.tradeId, slip.views.map(({ id }) => byId.get(id)!)]));
}

export function selectRecords(dialect: Dialect): string {
  return `SELECT found.id, ${storedFieldsOfFound},
      (SELECT b.body FROM slip_body b WHERE b.slip_id = found.id) AS body
    ${rowsOfEach(dialect, wantedRows)}`;
}
