import { type ErrorEntry, type UploadResult, uploadOutcome } from '@trading-platform/domain-types';
import { type ErrorLanguage, errorsIn } from '@trading-platform/domain-types/error-texts';

/** The slip of an accepted order: its numbers and its version. */
export interface OrderSlip {
  readonly tradeId: string;
  readonly checkNumber: string;
  readonly version: number;
}

/** The result of one uploaded order. An accepted order has no slip if it was only checked (`check_only`). */
export type UploadOutcome =
  | { readonly accepted: OrderSlip | undefined }
  | { readonly errors: readonly [ErrorEntry, ...ErrorEntry[]] };

/** Converts a result to the form of the contract, without its `seq` (Spec 4.11). */
export function uploadResult(
  uploadNo: string,
  outcome: UploadOutcome,
  language: ErrorLanguage = 'en',
): Omit<UploadResult, 'seq'> {
  const slip = 'accepted' in outcome ? outcome.accepted : undefined;
  return {
    upload_no: uploadNo,
    result: 'accepted' in outcome ? uploadOutcome.accepted : uploadOutcome.refused,
    trade_id: slip?.tradeId ?? '',
    check_number: slip?.checkNumber ?? '',
    version: slip === undefined ? '' : String(slip.version),
    error_list: 'accepted' in outcome ? [] : errorsIn(language, outcome.errors),
  };
}
