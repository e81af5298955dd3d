import { type Sql, tableOf } from '@trading-platform/database';
import type { FoundSlip } from '../../../history/slip-directory.js';
import { unpackBodies } from '../../../record/packed-body.js';
import { SlipEntity } from '../../entities/slip.entity.js';
import { isBuyersView, isVisibleView } from './side-of-view.js';

const views = tableOf(SlipEntity).only('memberCodeSelf', 'version');

/** Selects all views of the slip `$2`, and whether each of them is the buyer's and visible to the caller `$1`. */
export const selectSlip = `SELECT ${views.columnsOf('found')}, ${isBuyersView} AS buyers, ${isVisibleView} AS visible,
    (SELECT b.body FROM slip_body b WHERE b.slip_id = found.id) AS body
  FROM slip found WHERE found.trade_id = $2 ORDER BY found.member_code_self`;

interface ViewRow {
  readonly buyers: boolean | number;
  readonly visible: boolean | number;
  readonly body: Buffer;
}

/** @see SlipDirectory.find */
export async function findSlip(sql: Sql, callerMemberCode: string, tradeId: string): Promise<FoundSlip | undefined> {
  const rows = await sql.query<ViewRow>(selectSlip, [callerMemberCode, tradeId]);
  if (rows.length === 0) return undefined;
  const bodies = await unpackBodies(rows);
  const found = rows.map((row, place) => ({ ...views.read(row), row, body: bodies[place]!.body }));
  return {
    tradeId,
    version: Math.max(...found.map(({ version }) => version)),
    views: found.map(({ memberCodeSelf, row, body }) => ({
      memberCodeSelf,
      side: row.buyers ? 'buyer' : 'seller',
      isSeen: callerMemberCode !== '' && Boolean(row.visible),
      body,
    })),
  };
}
