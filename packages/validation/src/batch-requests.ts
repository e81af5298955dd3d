import { ownLimits } from '@trading-platform/domain-types';
import { madeBy } from './class-origin.js';
import { Digits, Required, ResponseType, SequenceNumber, SequenceRange } from './rules.js';

/** Body of a confirm call (Spec 4.6). */
export class BatchCheckRequest {
  @ResponseType()
  response_type?: string;

  @Required()
  @Digits(ownLimits.batchIdDigits)
  batch_id!: string;
}

/** Body of an acknowledgement of delivered records: any range, both ends included. */
export class BatchDeliveredRequest {
  @ResponseType()
  response_type?: string;

  @Required()
  @SequenceNumber()
  seq_from!: string;

  @Required()
  @SequenceNumber()
  @SequenceRange('seq_from')
  seq_to!: string;
}

/** Body of a get call. `seq_from` and `seq_to` are 1 or more, and both belong to the range (Spec 4.6). */
export interface BatchGetRequest {
  readonly response_type?: string;
  readonly batch_id: string;
  readonly seq_from: string;
  readonly seq_to: string;
}

/**
 * The request class of a get call (Spec 4.6). Call it once per download, because every call makes a new class.
 *
 * @param maxRecords most records of one get; any range if it is undefined
 */
export function batchGetRequest(maxRecords?: number): new () => BatchGetRequest {
  class BatchGetRequest {
    @ResponseType()
    response_type?: string;

    @Required()
    @Digits(ownLimits.batchIdDigits)
    batch_id!: string;

    @Required()
    @SequenceNumber()
    seq_from!: string;

    @Required()
    @SequenceNumber()
    @SequenceRange('seq_from', maxRecords)
    seq_to!: string;
  }
  return madeBy('batchGetRequest', [maxRecords], BatchGetRequest);
}
