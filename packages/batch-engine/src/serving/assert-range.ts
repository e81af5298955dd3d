import { errorText } from '@trading-platform/domain-types/error-texts';
import { BatchError } from '../batch/batch-error.js';

/** @throws BatchError `range-invalid` */
export function assertRange(seqFrom: number, seqTo: number): void {
  if (Number.isSafeInteger(seqFrom) && Number.isSafeInteger(seqTo) && seqFrom >= 1 && seqTo >= seqFrom) return;
  throw new BatchError('range-invalid', errorText('rangeOrder'));
}
