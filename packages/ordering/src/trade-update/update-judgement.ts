import type { ErrorEntry, SlipSide, TradeImport } from '@trading-platform/domain-types';
import type { JapanTime } from '../delivery/japan-time.js';
import type { ChangedFields } from '../history/slip-change.js';
import type { OrderPair } from '../order/order-pair.js';
import type { SlipNumbers } from '../order/slip-views.js';
import type { SlipLife } from '../trade/slip-life.js';
import type { SlipUpdate } from './slip-update.js';
import type { UpdateSettings } from './update-settings.js';

/** Both sides' views of a slip, each in the form of a line of a `trade` file. Absent fields are the same as `""`. */
export type SidesViews = Readonly<Record<SlipSide, TradeImport>>;

/** A stored slip. If only one side's view is stored, the other one is undefined. */
export interface StoredSlip extends Readonly<Record<SlipSide, TradeImport | undefined>> {
  /** The version of the slip, which is the greatest one of its views. */
  readonly version: number;
  readonly life: SlipLife;
  /** Whether the views need no check, because uploads and updates have written both. Default: they are checked. */
  readonly isMadeHere?: boolean;
}

/** Everything on which the judgement of an update depends. */
export interface UpdateToJudge {
  readonly slip: StoredSlip;
  readonly update: SlipUpdate;
  /** The version that the caller saw. */
  readonly version: number;
  /** The side for which the caller acts. */
  readonly side: SlipSide;
  readonly at: JapanTime;
  readonly settings: UpdateSettings;
  /**
   * The two members, with all products that the slip and the update name, even products that cannot be ordered any
   * more. Only `change` and `ship` need them.
   */
  readonly pair: OrderPair | undefined;
  /** Makes the numbers of a new slip. It is called only for a return that is accepted. */
  readonly newNumbers: () => SlipNumbers;
}

/** A slip after an update. */
export interface SlipAfterUpdate {
  readonly views: SidesViews;
  /** What changed in each view. */
  readonly changed: Readonly<Record<SlipSide, ChangedFields>>;
  readonly life: SlipLife;
  /** The slip that the update makes: the slip of a return. It has the first version, and its life is `noLife`. */
  readonly made: { readonly numbers: SlipNumbers; readonly views: SidesViews } | undefined;
}

/** The judgement of an update: either the slip after it, or all its defects in the order of its fields. */
export type UpdateJudgement =
  | { readonly accepted: SlipAfterUpdate }
  | { readonly errors: readonly [ErrorEntry, ...ErrorEntry[]] };
