import { type Transaction, tableOf } from '@trading-platform/database';
import { firstVersion } from '../../../order/slip-version.js';
import type { Slip } from '../../../trade/trade-format.js';
import { SlipEntity } from '../../entities/slip.entity.js';
import { SlipBodyEntity } from '../../entities/slip-body.entity.js';
import { takePosition } from '../common/counters.js';
import { RowWriter } from '../common/write-rows.js';

const slips = new RowWriter(tableOf(SlipEntity), { replace: ['id'], constant: ['tradeId', 'memberCodeSelf'] });
/** Does not write the columns that an update never changes, such as the parties and the order day of a slip. */
const updatedSlips = new RowWriter(tableOf(SlipEntity), {
  replace: ['id'],
  constant: ['tradeId', 'memberCodeSelf', 'memberCodePartner', 'fcOwnerMemberCode', 'orderDay', 'plannedShippingDay'],
});
const bodies = new RowWriter(tableOf(SlipBodyEntity), { replace: ['slipId'] });

/** The number that a view stores instead of the number of an import if its last change was not an import. */
export const noLoad = 0;

/**
 * The number that a view stores instead if its last change was the removal of another view of its slip. Views that
 * uploads and updates write always agree, but the views that remain after a removal may disagree.
 */
export const loadOfRemoval = -1;

/**
 * Whether an upload or an update has written a view. If it has written all views of a slip, they fit together. A view that order
 * generation has sent may have been imported before.
 */
export function isMadeHere({ loadId, sentFrom }: Pick<SlipEntity, 'loadId' | 'sentFrom'>): boolean {
  return loadId === noLoad && sentFrom === null;
}

/** The fields of a stored view that do not come from a line of an import file. */
export type SlipRowState = Pick<
  SlipEntity,
  'id' | 'version' | 'sentFrom' | 'updateDate' | 'loadId' | 'formerDigest' | 'formerVersion' | 'formerUpdateDate'
>;

/** Returns the state of a view of a slip that no import has made. */
export function newSlip({ updateDate }: Slip, id: number): SlipRowState {
  return {
    id,
    version: firstVersion,
    sentFrom: null,
    updateDate,
    loadId: noLoad,
    formerDigest: null,
    formerVersion: null,
    formerUpdateDate: null,
  };
}

/** A view with the id of its row. */
export interface PlacedSlip {
  readonly slip: Slip;
  readonly state: SlipRowState;
}

/**
 * Stores views of slips with their bodies. Rows of views with the same ids are replaced. The caller must have locked the slip
 * numbers.
 *
 * @param updated views that are stored, and that an update has changed
 */
export async function writeSlips(
  transaction: Transaction,
  placed: readonly PlacedSlip[],
  updated: readonly PlacedSlip[] = [],
): Promise<void> {
  const all = [...updated, ...placed];
  if (all.length === 0) return;
  const position = await takePosition(transaction, 'trade');
  const rowOf = (each: PlacedSlip) => slipRow(each, position);
  await updatedSlips.write(transaction, updated.map(rowOf));
  await slips.write(transaction, placed.map(rowOf));
  await writeBodies(
    transaction,
    all.map(({ slip, state }) => ({ slipId: state.id, body: slip.packedBody })),
  );
}

/** Stores compressed bodies. Stored bodies with the same ids are replaced. */
export function writeBodies(transaction: Transaction, rows: readonly SlipBodyEntity[]): Promise<void> {
  return bodies.write(transaction, rows);
}

function slipRow({ slip, state }: PlacedSlip, position: number): SlipEntity {
  return {
    ...slip,
    id: state.id,
    updateDate: state.updateDate,
    updateDay: dayOf(state.updateDate),
    version: state.version,
    position,
    sentFrom: state.sentFrom,
    loadId: state.loadId,
    formerDigest: state.formerDigest,
    formerVersion: state.formerVersion,
    formerUpdateDate: state.formerUpdateDate,
  };
}

/** Returns the day of a date-time as `yyyy-MM-dd`. */
export function dayOf(dateTime: string): string {
  return dateTime.slice(0, 10);
}
