import { type Sql, tableOf } from '@trading-platform/database';
import type { FoundSlip } from '../../../history/slip-directory.js';
import { unpackBodies } from '../../../record/packed-body.js';
import { noLife } from '../../../trade/slip-life.js';
import { type StoredFields, storedFieldsOfFound, storedView } from '../../../trade/stored-view.js';
import { SlipEntity } from '../../entities/slip.entity.js';
import { SlipLifeEntity } from '../../entities/slip-life.entity.js';
import { isMadeHere } from '../downloads/slip-rows.js';
import { lifeOfRow } from '../history/slip-lives.js';
import { isBuyersView, isVisibleView } from './side-of-view.js';

const views = tableOf(SlipEntity).only('memberCodeSelf', 'version', 'sentFrom', 'loadId');
const lives = tableOf(SlipLifeEntity).without('tradeId');

/**
 * Selects all views of the slip `$2` with its life. For each view, selects whether it is the buyer's, and whether the
 * caller `$1` sees it.
 */
export const selectSlip = `SELECT ${views.columnsOf('found')}, ${storedFieldsOfFound}, ${lives.columnsOf('l')},
    ${isBuyersView} AS buyers, ${isVisibleView} AS visible,
    (SELECT b.body FROM slip_body b WHERE b.slip_id = found.id) AS body
  FROM slip found LEFT JOIN slip_life l ON l.trade_id = found.trade_id
  WHERE found.trade_id = $2 ORDER BY found.member_code_self`;

interface ViewRow {
  readonly buyers: boolean | number;
  readonly visible: boolean | number;
  /** Null if the slip has no life. */
  readonly confirmed_at: string | null;
  readonly body: Buffer;
}

/** @see SlipDirectory.find */
export async function findSlip(sql: Sql, callerMemberCode: string, tradeId: string): Promise<FoundSlip | undefined> {
  const rows = await sql.query<ViewRow>(selectSlip, [callerMemberCode, tradeId]);
  const [first] = rows;
  if (first === undefined) return undefined;
  const bodies = await unpackBodies(rows);
  const found = rows.map((row, place) => ({ ...views.read(row), row, body: bodies[place]!.body }));
  return {
    tradeId,
    version: Math.max(...found.map(({ version }) => version)),
    isMadeHere: found.every(isMadeHere),
    life: first.confirmed_at === null ? noLife : lifeOfRow(lives.read(first)),
    views: found.map(({ memberCodeSelf, row, body }) => ({
      memberCodeSelf,
      side: row.buyers ? 'buyer' : 'seller',
      isVisible: callerMemberCode !== '' && Boolean(row.visible),
      body,
      record: storedView(body, row as ViewRow & StoredFields),
    })),
  };
}
