/** The token under which the storage of the batches is injected. */
export const BATCH_STORAGE = Symbol('batch storage');
