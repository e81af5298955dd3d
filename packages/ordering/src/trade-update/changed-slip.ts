import type { ErrorEntry, SlipSide, TradeImport } from '@trading-platform/domain-types';
import { formatTime } from '../delivery/change-until.js';
import { formatDay } from '../delivery/civil-day.js';
import type { JapanTime } from '../delivery/japan-time.js';
import { changedHeader } from '../history/changed-fields.js';
import type { ChangedFields, ChangedLine as LineChange } from '../history/slip-change.js';
import type { SlipLife } from '../trade/slip-life.js';
import { changeLine, type SlipDetail } from '../trade/stored-line.js';
import type { SidesViews, SlipAfterUpdate, StoredSlip } from './update-judgement.js';

/** A line of the slip after an update: a line that stays, with the fields that change, or a new line. */
export type ChangedLine =
  | { readonly kept: number; readonly fields: SlipDetail }
  | { readonly added: Readonly<Record<SlipSide, SlipDetail>> };

/** Everything that an action changes in a slip. All other values stay as they are. */
export interface SlipChanges {
  /** The fields that change in both views. A value that is undefined changes nothing. */
  readonly header?: { readonly [Field in keyof TradeImport]?: TradeImport[Field] | undefined };
  /** The fields that change only in the seller's view. */
  readonly seller?: Partial<TradeImport>;
  /** The whole new list of lines. */
  readonly lines?: readonly ChangedLine[];
  readonly life?: Partial<SlipLife>;
  readonly made?: SlipAfterUpdate['made'];
}

/** The result of an action: its changes, or its errors in the order of their fields. */
export type ActionResult = { readonly changes: SlipChanges } | { readonly errors: readonly ErrorEntry[] };

/**
 * Makes the changes in both views of a slip. The day of the change becomes the slip's `status_day`, and the moment of
 * the change becomes its `update_date`.
 */
export function changedSlip(
  slip: Pick<StoredSlip, 'life' | 'isMadeHere'> & { readonly views: SidesViews },
  changes: SlipChanges,
  at: JapanTime,
): SlipAfterUpdate {
  const header = { ...present(changes.header ?? {}), ...dayOfChange(at) };
  const { lines } = changes;
  const buyer = changedView(slip.views.buyer, header, lines, 'buyer');
  const linesOfSeller = slip.isMadeHere === true && lines ? differingLines(lines, slip.views.buyer, buyer.view) : lines;
  const seller = changedView(slip.views.seller, { ...header, ...changes.seller }, linesOfSeller, 'seller');
  return {
    views: { buyer: buyer.view, seller: seller.view },
    changed: { buyer: buyer.changed, seller: seller.changed },
    life: { ...slip.life, ...changes.life },
    made: changes.made,
  };
}

/**
 * If the platform made both views, a line that does not change in the buyer's view does not change in the seller's view either, so
 * the fields of the seller's line are not read.
 */
function differingLines(
  lines: readonly ChangedLine[],
  before: TradeImport,
  after: TradeImport,
): readonly ChangedLine[] {
  return lines.map((line, place) => {
    const isSame = 'kept' in line && after.detail_list?.[place] === before.detail_list?.[line.kept];
    return isSame ? { kept: line.kept, fields: noFields } : line;
  });
}

const noFields: SlipDetail = {};

interface ChangedView {
  readonly view: TradeImport;
  readonly changed: ChangedFields;
}

function changedView(
  view: TradeImport,
  header: Partial<TradeImport>,
  lines: readonly ChangedLine[] | undefined,
  side: SlipSide,
): ChangedView {
  const changed = { header: changedHeader(view, header), lines: [] };
  if (lines === undefined) return { view: { ...view, ...header }, changed };
  const former = view.detail_list ?? [];
  const changes: LineChange[] = [];
  const detail_list = lines.map((line) => lineAfter(line, former, side, changes));
  if (!areAllKept(lines, former)) {
    const kept = new Set(lines.map((line) => ('kept' in line ? line.kept : undefined)));
    changes.push(...former.filter((_, place) => !kept.has(place)).map((line) => lineChange(line, [])));
  }
  return { view: { ...view, ...header, detail_list }, changed: { ...changed, lines: changes } };
}

function areAllKept(lines: readonly ChangedLine[], former: readonly SlipDetail[]): boolean {
  return lines.length === former.length && lines.every((line, place) => 'kept' in line && line.kept === place);
}

/** Returns a line after the update, and adds its changed fields to `changes`. */
function lineAfter(
  line: ChangedLine,
  former: readonly SlipDetail[],
  side: SlipSide,
  changes: LineChange[],
): SlipDetail {
  if ('added' in line) {
    changes.push(lineChange(line.added[side], []));
    return line.added[side];
  }
  const { line: after, changed } = changeLine(former[line.kept] ?? {}, line.fields);
  if (changed.length > 0) changes.push(lineChange(after, changed));
  return after;
}

function lineChange({ trade_prod_id = '' }: SlipDetail, fields: readonly string[]): LineChange {
  return { tradeProdId: trade_prod_id, fields };
}

/** The fields that every change of a slip sets. */
export function dayOfChange(at: JapanTime) {
  return { status_day: formatDay(at.day), update_date: formatTime(at) };
}

function present(fields: NonNullable<SlipChanges['header']>): Partial<TradeImport> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
