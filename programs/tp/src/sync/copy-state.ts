/** A batch whose records are being copied. */
export interface BatchInWork {
  /** The `Idempotency-Key` of the request. If the request is repeated with this key, the answer is the same batch. */
  readonly requestKey: string;
  /** The cursor of a request for changes; undefined in a request for all records. */
  readonly since?: string;
  /** Time of the request, RFC 3339. After the whole batch is copied, the copy has all data up to this time. */
  readonly askedAt: string;
  readonly batchId?: string;
  /** The number of the load to which the records of this batch belong. It is set when the first of them is copied. */
  readonly load?: number;
  /** Number of records already copied. */
  readonly position: number;
}

/** Progress of the copy of one kind. The state is stored together with the records, and both change in one step. */
export interface KindState {
  /** The digest of the request and of the copy's options. If the digest differs, a full load is needed. */
  readonly criteria: string;
  /** Identifies the layout of the copy. If the layout differs, a new copy is needed. */
  readonly layout: string;
  /** The number of the newest full load. When this load ends, the records of older loads are dropped. */
  readonly load: number;
  /** The cursor of the copied snapshot, with which later changes are requested. */
  readonly cursor?: string;
  /** The copy has all data of the platform up to this time, RFC 3339. */
  readonly currentTo?: string;
  readonly batch?: BatchInWork;
  /** A copied batch that has not been acknowledged to the platform. */
  readonly unacknowledged?: { readonly batchId: string; readonly recordCount: number };
}

/** Version of the state of copies. A copy with a newer version is left unchanged. */
export const stateVersion = 1;
