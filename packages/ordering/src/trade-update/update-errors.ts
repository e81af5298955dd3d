import { type ErrorCode, type ErrorEntry, errorCode } from '@trading-platform/domain-types';
import { type ErrorText, errorDetail, errorText } from '@trading-platform/domain-types/error-texts';
import type { NoSide } from './acting-side.js';
import type { DeliveredVersion } from './delivered-versions.js';
import type { SlipUpdate } from './slip-update.js';

/** One defect of an update. */
export type UpdateError = readonly [ErrorEntry];

function error(item: string, code: ErrorCode, detail: ErrorText = errorDetail(code)): UpdateError {
  return [{ error_item: item, error_code: code, error_detail: detail }];
}

/** The error of an update whose `update_no` is already used for a different update. */
export function updateNoError(): UpdateError {
  return error('update_no', errorCode.duplicate, errorText('updateNoTaken'));
}

/** The error of an update of a slip that does not exist, or that the caller does not see. */
export function unknownSlip(): UpdateError {
  return error('trade_id', errorCode.slipUnknown);
}

/** The error of a caller that cannot act for a side of the slip. */
export function sideError(why: NoSide): UpdateError {
  if (why === 'unknown') return unknownSlip();
  if (why === 'unnamed') {
    return error('member_code_self', errorCode.missing, errorText('sideUnnamed'));
  }
  return error('member_code_self', errorCode.actionNotPossible, errorText('sideNamed'));
}

/** The error of an update that names a different version from the stored one. */
export function versionError({ version }: SlipUpdate, stored: number): UpdateError {
  const detail = errorText('updatedMeanwhile', { version: stored });
  return error(version === undefined ? 'seq' : 'version', errorCode.updatedElsewhere, detail);
}

/** The error of an update that names a record of a trade download which does not exist. */
export function deliveredError(why: Extract<DeliveredVersion, string>): UpdateError {
  if (why === 'unknown-batch') return error('batch_id', errorCode.batchUnknown, errorText('downloadUnknown'));
  if (why === 'not-finished') return error('batch_id', errorCode.batchNotFinished);
  return error('seq', errorCode.rangeInvalid, errorText('downloadShorter'));
}

/** The error of an update of an imported slip if the platform does not know which side is the buyer. */
export function sidesUnknown(): UpdateError {
  return error('trade_id', errorCode.actionNotPossible, errorText('sidesUnknown'));
}

/** The error of an update of a slip that has values which imports no longer accept. */
export function storedValueError(reason: string): UpdateError {
  return error('trade_id', errorCode.actionNotPossible, errorText('storedUnusable', { reason }));
}
