import { setImmediate } from 'node:timers/promises';

/**
 * The same reading, shared by all who ask in one turn of the event loop. It begins when they have asked, so nobody gets
 * what was read before; under load many requests cost one query.
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
