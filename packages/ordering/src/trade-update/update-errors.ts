import { type ErrorCode, type ErrorEntry, errorCode, errorTable } from '@trading-platform/domain-types';
import type { NoSide } from './acting-side.js';
import type { DeliveredVersion } from './delivered-versions.js';
import type { SlipUpdate } from './slip-update.js';

/** One defect of an update. */
export type UpdateError = readonly [ErrorEntry];

function error(item: string, code: ErrorCode, detail: string = errorTable[code].detail): UpdateError {
  return [{ error_item: item, error_code: code, error_detail: detail }];
}

/** The error of an update whose `update_no` is already used for a different update. */
export function updateNoError(): UpdateError {
  return error('update_no', errorCode.duplicate, 'Another update was made under this update_no: send a new one.');
}

/** The error of an update of a slip that does not exist, or that the caller does not see. */
export function unknownSlip(): UpdateError {
  return error('trade_id', errorCode.slipUnknown);
}

/** The error of a caller that cannot act for a side of the slip. */
export function sideError(why: NoSide): UpdateError {
  if (why === 'unknown') return unknownSlip();
  if (why === 'unnamed') {
    return error(
      'member_code_self',
      errorCode.missing,
      'You see both sides of the slip: send the member for which you act.',
    );
  }
  const detail = 'You are a side of the slip and act for that side only: leave member_code_self out.';
  return error('member_code_self', errorCode.actionNotPossible, detail);
}

/** The error of an update that names another version than the stored one. */
export function versionError({ version }: SlipUpdate, stored: number): UpdateError {
  const detail = `Another update was applied first, and the slip has version ${stored} now: read the slip and try again.`;
  return error(version === undefined ? 'seq' : 'version', errorCode.updatedElsewhere, detail);
}

/** The error of an update that names a record of a trade download which does not exist. */
export function deliveredError(why: Extract<DeliveredVersion, string>): UpdateError {
  if (why === 'unknown-batch') {
    const detail = 'You have no such trade download, or it has expired: send the version, or download the slip again.';
    return error('batch_id', errorCode.batchUnknown, detail);
  }
  if (why === 'not-finished') return error('batch_id', errorCode.batchNotFinished);
  return error('seq', errorCode.rangeInvalid, 'The trade download has fewer records: send the seq of the slip.');
}

/** The error of an update of a slip that came by import and of which the platform cannot tell who has bought. */
export function sidesUnknown(): UpdateError {
  const detail = 'It is not known which side of this imported slip is the buyer, so it can be changed by imports only.';
  return error('trade_id', errorCode.actionNotPossible, detail);
}

/** The error of an update of a slip that has values which could not be loaded today. */
export function storedValueError(reason: string): UpdateError {
  return error('trade_id', errorCode.actionNotPossible, `The stored slip can be changed by imports only: ${reason}.`);
}
