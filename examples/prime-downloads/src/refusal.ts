import { BatchError, type BatchErrorCode } from '@trading-platform/batch-engine';

const statuses: Partial<Record<BatchErrorCode, number>> = {
  'unknown-batch': 404,
  'not-finished': 409,
  'range-invalid': 400,
  'too-many-batches': 429,
};

/** The host's answer to an error of the engine. */
export function refusalOf(error: unknown) {
  const status = error instanceof BatchError ? (statuses[error.code] ?? 500) : 500;
  return { status, body: { error: status === 500 ? 'It is our fault' : (error as BatchError).message } };
}
