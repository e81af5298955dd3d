/**
 * Port: wakes workers when there is work. Only the row of a batch is decisive, not the queue. The queue may wake a worker late,
 * twice or without reason, so workers also poll from time to time.
 */
export abstract class WorkQueue {
  /** Begins to call `wake` when work becomes due, and `keepHouse` about once a minute in one of the workers. */
  abstract listen(handlers: { readonly wake: () => void; readonly keepHouse: () => Promise<void> }): Promise<void>;
  /** Stops calling the handlers. */
  abstract stopListening(): Promise<void>;
}
