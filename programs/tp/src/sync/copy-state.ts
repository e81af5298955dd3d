/** A batch that is being taken into a copy. */
export interface BatchInWork {
  /** `Idempotency-Key` of its request: whoever repeats it has the same batch. */
  readonly requestKey: string;
  /** The cursor that the changes were asked for with; without, all records were asked for. */
  readonly since?: string;
  /** When it was asked for, RFC 3339: the copy is as new as that once the batch is in it. */
  readonly askedAt: string;
  readonly batchId?: string;
  /** The load that its records belong to, from the first of them on. */
  readonly load?: number;
  /** Records that are in the copy already. */
  readonly position: number;
}

/** How far the copy of one kind has come. It is kept with the records, and changes in one step with them. */
export interface KindState {
  /** Tells what is copied: the request and what the copy makes of it. Another one needs a full load. */
  readonly criteria: string;
  /** Tells how the copy is laid out. Another one needs everything made anew. */
  readonly layout: string;
  /** Number of the newest full load. What an older one has left goes at its end. */
  readonly load: number;
  /** Names the snapshot that the copy is of, for changes since then. */
  readonly cursor?: string;
  /** The copy has everything that the platform had then, RFC 3339. */
  readonly currentTo?: string;
  readonly batch?: BatchInWork;
  /** A batch that is in the copy, of which the platform does not know that yet. */
  readonly unacknowledged?: { readonly batchId: string; readonly recordCount: number };
}

/** The version of all that copies keep about themselves. A newer one is not touched. */
export const stateVersion = 1;
