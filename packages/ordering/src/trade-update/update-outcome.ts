import { type ErrorEntry, type UpdateResult, uploadOutcome } from '@trading-platform/domain-types';
import { type ErrorLanguage, errorsIn } from '@trading-platform/domain-types/error-texts';
import type { SlipUpdate } from './slip-update.js';
import type { UpdateAnswer } from './update-number.js';

/** The slip as it is now, for a caller that may change it. */
export type PresentSlip = Pick<UpdateAnswer, 'statusCode' | 'version'>;

/** The result of one update. */
export type UpdateOutcome =
  | { readonly updated: UpdateAnswer }
  /** The update is possible, and was only judged (`check_only`). */
  | { readonly possible: { readonly statusCode: string } }
  | {
      readonly errors: readonly [ErrorEntry, ...ErrorEntry[]];
      /** Undefined if the caller may not change the slip, or if nothing is known about it. */
      readonly slip?: PresentSlip | undefined;
    };

/** Converts a result to the form of the contract, without its `seq` (Spec 4.11). */
export function updateResult(
  { update_no, trade_id }: Pick<SlipUpdate, 'update_no' | 'trade_id'>,
  outcome: UpdateOutcome,
  language: ErrorLanguage = 'en',
): Omit<UpdateResult, 'seq'> {
  const { statusCode = '', version, made } = slipOf(outcome);
  return {
    update_no,
    trade_id,
    result: 'errors' in outcome ? uploadOutcome.refused : uploadOutcome.accepted,
    status_code: statusCode,
    version: textOf(version),
    new_trade_id: made?.tradeId ?? '',
    new_check_number: made?.checkNumber ?? '',
    new_version: textOf(made?.version),
    error_list: 'errors' in outcome ? errorsIn(language, outcome.errors) : [],
  };
}

function slipOf(outcome: UpdateOutcome): Partial<UpdateAnswer> {
  if ('updated' in outcome) return outcome.updated;
  return 'possible' in outcome ? outcome.possible : (outcome.slip ?? {});
}

function textOf(version: number | undefined): string {
  return version === undefined ? '' : String(version);
}
