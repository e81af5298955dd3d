import { setImmediate } from 'node:timers/promises';

/**
 * Lets all callers in the same turn of the event loop share one read, so that many simultaneous requests need only one query. The
 * shared read begins after all of these calls, so no caller gets data that are older than its call.
 */
export function onceATurn<Answer>(read: () => Promise<Answer>): () => Promise<Answer> {
  let next: Promise<Answer> | undefined;
  const readNext = async () => {
    await setImmediate();
    next = undefined;
    return read();
  };
  return () => {
    next ??= readNext();
    return next;
  };
}
