/**
 * Port: wakes workers when there is work. The batch row is the truth, not the queue: it may wake late, twice or for nothing, and workers
 * poll now and then as well.
 */
export abstract class WorkQueue {
  /** Calls `wake` when work becomes due, and `keepHouse` about once a minute in one of all workers. */
  abstract listen(handlers: { readonly wake: () => void; readonly keepHouse: () => Promise<void> }): Promise<void>;
  /** Stops calling the handlers. */
  abstract stopListening(): Promise<void>;
}
