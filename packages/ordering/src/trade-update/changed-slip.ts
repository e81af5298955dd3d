import { type ErrorEntry, type SlipSide, slipSides, type TradeImport } from '@trading-platform/domain-types';
import { formatTime } from '../delivery/change-until.js';
import { formatDay } from '../delivery/civil-day.js';
import type { JapanTime } from '../delivery/japan-time.js';
import type { SlipLife } from './slip-life.js';
import type { SlipDetail } from './slip-lines.js';
import type { SidesViews, SlipAfterUpdate, StoredSlip } from './update-judgement.js';

/** A line of the slip after an update: a line that stays, with the fields that change, or a new line. */
export type ChangedLine =
  | { readonly kept: number; readonly fields: SlipDetail }
  | { readonly added: Readonly<Record<SlipSide, SlipDetail>> };

/** Everything that an action changes in a slip. What it does not name stays. */
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

/** The result of an action: what it changes, or its errors in the order of their fields. */
export type ActionResult = { readonly changes: SlipChanges } | { readonly errors: readonly ErrorEntry[] };

/**
 * Makes the changes in both views of a slip. The day of the change becomes its `status_day`, and its moment the `update_date`.
 */
export function changedSlip(
  slip: Pick<StoredSlip, 'life'> & { readonly views: SidesViews },
  changes: SlipChanges,
  at: JapanTime,
): SlipAfterUpdate {
  const header = { ...present(changes.header ?? {}), ...dayOfChange(at) };
  const viewOf = (side: SlipSide): TradeImport => {
    const view = slip.views[side];
    const lines = changes.lines && { detail_list: changes.lines.map((line) => lineOf(line, view, side)) };
    return { ...view, ...header, ...(side === 'seller' ? changes.seller : {}), ...lines };
  };
  const [buyer, seller] = slipSides.map(viewOf) as [TradeImport, TradeImport];
  return { views: { buyer, seller }, life: { ...slip.life, ...changes.life }, made: changes.made };
}

/** The fields that every change of a slip sets. */
export function dayOfChange(at: JapanTime) {
  return { status_day: formatDay(at.day), update_date: formatTime(at) };
}

function present(fields: NonNullable<SlipChanges['header']>): Partial<TradeImport> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** A line that stays as it is remains the same object, so that later steps need not compare its fields. */
function lineOf(line: ChangedLine, view: TradeImport, side: SlipSide): SlipDetail {
  if ('added' in line) return line.added[side];
  const before: SlipDetail = view.detail_list?.[line.kept] ?? {};
  const names = Object.keys(line.fields) as (keyof SlipDetail)[];
  return names.every((name) => before[name] === line.fields[name]) ? before : { ...before, ...line.fields };
}
