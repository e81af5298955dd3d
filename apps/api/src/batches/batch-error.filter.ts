import { type ArgumentsHost, Catch } from '@nestjs/common';
import { BatchError } from '@trading-platform/batch-engine';
import { errorCode } from '@trading-platform/domain-types';
import { ApiRefusal, textOf } from '../http/api-refusal.js';
import { EnvelopeFilter } from '../http/envelope.filter.js';
import { nothingToGet } from './batch-answers.js';

/** Converts errors of the batch engine to errors of the contract (Spec 7). */
@Catch(BatchError)
export class BatchErrorFilter extends EnvelopeFilter {
  override catch(error: BatchError, host: ArgumentsHost): Promise<void> {
    return this.answer(refusalOfBatch(error), host);
  }
}

export function refusalOfBatch(error: BatchError): ApiRefusal {
  switch (error.code) {
    case 'unknown-batch':
      return ApiRefusal.of(errorCode.batchUnknown, { item: 'batch_id', cause: error });
    case 'not-finished':
      return ApiRefusal.of(errorCode.batchNotFinished, {
        item: 'batch_id',
        detail: nothingToGet(error.state),
        cause: error,
      });
    case 'range-invalid':
      return ApiRefusal.of(errorCode.rangeInvalid, { item: 'seq_to', detail: textOf(error), cause: error });
    case 'too-many-batches':
    case 'too-much-stored':
      return ApiRefusal.of(errorCode.tooManyCalls, {
        detail: textOf(error),
        headers: { 'Retry-After': String(error.retryAfterSeconds) },
        cause: error,
      });
    case 'begun':
      return ApiRefusal.of(errorCode.uploadHasBegun, { item: 'batch_id', cause: error });
    case 'idempotency-mismatch':
      return ApiRefusal.of(errorCode.idempotencyKeyReused, { item: 'Idempotency-Key', cause: error });
    default:
      return ApiRefusal.of(errorCode.internal, { cause: error });
  }
}
