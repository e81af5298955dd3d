import type { SlipAction, SlipSide } from '@trading-platform/domain-types';
import type { FieldError } from './errors.js';
import type { FieldDescription } from './functions.js';
import type { StoredRecord } from './records.js';

export type { SlipAction, SlipSide } from '@trading-platform/domain-types';

/**
 * Answer of `GET /api/slips/{tradeId}?self=`. If the user sees both sides of the slip, `self` is the member whose view
 * is wanted.
 */
export interface SlipAnswer {
  /** The slip as the platform sent it, with the names of the contract. */
  readonly slip: StoredRecord;
  /** The side for which the slip is shown. Absent if it cannot be found out, as for a final slip that was imported. */
  readonly side?: SlipSide;
  /** What the user may do with the slip now. */
  readonly actions: readonly SlipActionForm[];
  /** The newest changes of the slip, newest first, at most 100. */
  readonly moments: readonly SlipMoment[];
  /** Whether there are older changes. */
  readonly hasOlder: boolean;
}

/**
 * Answer of `GET /api/slips?status=&cursor=`, which calls `/order/list`, and asks for each of its slips. `status` has values of
 * `status_code`, with commas between them.
 */
export interface SlipsAnswer {
  readonly slips: readonly ListedSlip[];
  readonly nextCursor?: string;
}

/** A slip in a list. */
export interface ListedSlip {
  readonly tradeId: string;
  readonly checkNumber: string;
  readonly statusCode: string;
  /** The name of the other side. */
  readonly partner: string;
  /** The confirmed delivery day, or the wished one. */
  readonly deliveryDay: string;
  readonly total: string;
  /** What the user may do with the slip now. */
  readonly actions: readonly SlipAction[];
}

/** An action, with the fields that it takes from this side. */
export interface SlipActionForm {
  readonly action: SlipAction;
  readonly fields: readonly FieldDescription[];
  /** The fields that the user may enter for each line of the slip. Absent if the action takes no lines. */
  readonly lines?: readonly FieldDescription[];
  /** The field that names the product of a line that the user adds. Absent if the action adds no lines. */
  readonly product?: FieldDescription;
}

/** One change of a slip. */
export interface SlipMoment {
  readonly version: string;
  /** `yyyy-MM-dd HH:mm:ss`, Japan time. */
  readonly at: string;
  /** A `SlipAction`, or `upload`, `generate`, `import`, `remove`. */
  readonly action: string;
  readonly side?: SlipSide;
  /** The login id of the user and the client, for changes of the own side. */
  readonly userId?: string;
  readonly clientId?: string;
  /** Whether the own side made the change. */
  readonly isOwn: boolean;
  /** The names of the changed fields of the slip, without its amounts and without the fields of its lines. */
  readonly fields: readonly string[];
  readonly areAmountsChanged: boolean;
  /** The number of lines in which something changed. */
  readonly lineCount: number;
}

/**
 * Body of `POST /api/slips/{tradeId}/update?checkOnly=0|1`: an update of the contract (Spec 4.11) without its
 * `trade_id`. The update may be sent again: if its `update_no` was accepted before, the answer is the same as then.
 * With `checkOnly`, the platform only judges the update and does not make it.
 */
export type SlipUpdateQuestion = Readonly<Record<string, unknown>> & {
  readonly action: SlipAction;
  readonly update_no: string;
  readonly version: string;
};

/** Answer of `POST /api/slips/{tradeId}/update`. */
export interface SlipUpdateAnswer {
  readonly isAccepted: boolean;
  /** The `status_code` of the slip after the update. */
  readonly statusCode: string;
  /** The slip that a return has made. */
  readonly made?: { readonly tradeId: string; readonly checkNumber: string };
  /** `item` is the path of a field in the update, such as `detail_list[3].prod_lot_qty`. */
  readonly errors: readonly FieldError[];
  /** Whether another change came first, so that the user must look at the slip again. */
  readonly isConflict: boolean;
  /**
   * For an accepted update that was only judged: the amount fields of the slip after the update or, for a return, of
   * the new slip. `same` if the update changes no amount. Absent if they cannot be calculated before the update is
   * made.
   */
  readonly amounts?: 'same' | StoredRecord;
}
