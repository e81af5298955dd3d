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

/** Body of a call that acknowledges what was delivered: the records of any range, both ends included. */
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

/** Body of a get call; `seq_from` and `seq_to` are numbers from 1 on, both included (Spec 4.6). */
export interface BatchGetRequest {
  readonly response_type?: string;
  readonly batch_id: string;
  readonly seq_from: string;
  readonly seq_to: string;
}

/**
 * The request class of a get call that delivers at most so many records, or any range (Spec 4.6). Make it once per
 * download: every call makes a class of its own.
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
