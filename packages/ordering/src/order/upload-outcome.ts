import { type ErrorEntry, type UploadResult, uploadOutcome } from '@trading-platform/domain-types';

/** The slip of an order. */
export interface OrderSlip {
  readonly tradeId: string;
  readonly checkNumber: string;
  readonly version: number;
}

/** The outcome of one uploaded order. An accepted one without a slip was only judged (`check_only`). */
export type UploadOutcome =
  | { readonly accepted: OrderSlip | undefined }
  | { readonly errors: readonly [ErrorEntry, ...ErrorEntry[]] };

/** Writes an outcome as the contract does, without its `seq` (Spec 4.11). */
export function uploadResult(uploadNo: string, outcome: UploadOutcome): Omit<UploadResult, 'seq'> {
  const slip = 'accepted' in outcome ? outcome.accepted : undefined;
  return {
    upload_no: uploadNo,
    result: 'accepted' in outcome ? uploadOutcome.accepted : uploadOutcome.refused,
    trade_id: slip?.tradeId ?? '',
    check_number: slip?.checkNumber ?? '',
    version: slip === undefined ? '' : String(slip.version),
    error_list: 'accepted' in outcome ? [] : outcome.errors,
  };
}
