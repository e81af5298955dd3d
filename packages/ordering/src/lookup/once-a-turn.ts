import { setImmediate } from 'node:timers/promises';

/**
 * Shares one reading among all callers of the same turn of the event loop, so that under load many requests cost one query. The
 * reading begins after their calls, so nobody gets data that was read earlier.
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
