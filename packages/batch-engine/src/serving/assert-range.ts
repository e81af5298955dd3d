import { BatchError } from '../batch/batch-error.js';

/** @throws BatchError `range-invalid` */
export function assertRange(seqFrom: number, seqTo: number): void {
  if (Number.isSafeInteger(seqFrom) && Number.isSafeInteger(seqTo) && seqFrom >= 1 && seqTo >= seqFrom) return;
  throw new BatchError('range-invalid', 'seq_from starts at 1 and is not greater than seq_to');
}
