/**
 * Port: wakes workers when there is something to do. It is never the truth about a batch: waking late, twice or for
 * nothing is allowed, and a worker looks for itself now and then.
 */
export abstract class WorkQueue {
  /** Calls `wake` for work that has become due, and `keepHouse` about once a minute in one worker of all. */
  abstract listen(handlers: { readonly wake: () => void; readonly keepHouse: () => Promise<void> }): Promise<void>;
  /** No handler is called any more. */
  abstract stopListening(): Promise<void>;
}
