import type { BatchState } from './batches.js';
import type { FunctionName } from './functions.js';

/**
 * Answer of `GET /api/find?text=`, which calls `/find` of the data API. Each list has at most 8 entries, and is empty
 * if the application has no right to this kind.
 */
export interface FindAnswer {
  readonly slips: readonly FoundSlip[];
  readonly orders: readonly FoundOrder[];
  readonly batches: readonly FoundBatch[];
  readonly products: readonly FoundProduct[];
  readonly partners: readonly FoundPartner[];
  /** Whether all names of products and partners were compared. */
  readonly isComplete: boolean;
}

export interface FoundSlip {
  readonly tradeId: string;
  readonly checkNumber: string;
  readonly uploadNo: string;
  readonly statusCode: string;
  readonly partnerName: string;
  /** `yyyy-MM-dd`, or `""`. */
  readonly orderDay: string;
}

/** An uploaded order that is not among the slips. */
export interface FoundOrder {
  readonly uploadNo: string;
  readonly tradeId: string;
  readonly checkNumber: string;
}

export interface FoundBatch {
  readonly batchId: string;
  readonly functionName: FunctionName;
  readonly state: BatchState;
  readonly refusedCount: number;
  readonly requestedAt: number;
}

export interface FoundProduct {
  readonly sellerMemberCode: string;
  readonly sellerName: string;
  readonly itemId: string;
  readonly name: string;
  readonly spec: string;
  /** The member's own code. If there is none, the code of the platform. */
  readonly code: string;
}

export interface FoundPartner {
  readonly memberCode: string;
  readonly name: string;
  readonly customerCode: string;
}
