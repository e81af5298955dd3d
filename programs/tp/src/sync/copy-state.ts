/** A batch whose records are being copied. */
export interface BatchInWork {
  /** `Idempotency-Key` of its request: a repeated request with this key gets the same batch. */
  readonly requestKey: string;
  /** The cursor of a request for changes; undefined in a request for all records. */
  readonly since?: string;
  /** Time of the request, RFC 3339. The copy is current to this time once it has the whole batch. */
  readonly askedAt: string;
  readonly batchId?: string;
  /** Number of the load that its records belong to, set with the first of them. */
  readonly load?: number;
  /** Number of records already copied. */
  readonly position: number;
}

/** Progress of the copy of one kind. It is stored with the records, and both change in one step. */
export interface KindState {
  /** Digest of the request and the copy's options. A different one needs a full load. */
  readonly criteria: string;
  /** Identifies the layout of the copy. A different one needs a new copy. */
  readonly layout: string;
  /** Number of the newest full load. Its end drops the records of older loads. */
  readonly load: number;
  /** Cursor of the copied snapshot, for later changes. */
  readonly cursor?: string;
  /** The copy has all data of the platform up to this time, RFC 3339. */
  readonly currentTo?: string;
  readonly batch?: BatchInWork;
  /** A copied batch that has not been acknowledged to the platform. */
  readonly unacknowledged?: { readonly batchId: string; readonly recordCount: number };
}

/** Version of the state of copies. A copy with a newer version is left unchanged. */
export const stateVersion = 1;
