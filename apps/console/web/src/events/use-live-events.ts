import { useEffect, useState } from 'preact/hooks';
import type { ConsoleEvent } from '../../../wire/index.js';
import { call } from '../server/call.js';
import { callErrorOf } from '../server/call-error.js';

/** How many events the page keeps. */
const keptEvents = 200;
const pauseMs = { afterFailure: 5_000, afterEarlyAnswer: 1_000 } as const;
/**
 * If an answer without events comes earlier than this, the call did not wait, because the platform had no place for
 * another waiting call.
 */
const earlyMs = 1_000;

/** The newest events come first. */
export interface LiveEvents {
  readonly events: readonly ConsoleEvent[];
  /** Whether events appear as they happen. */
  readonly isLive: boolean;
  /** Why no events appear. */
  readonly error: unknown;
  /** Tries again after an error that does not pass by itself. */
  readonly again: () => void;
}

/** Follows the events that happen while the page is open. Each call waits on the server until something happens. */
export function useLiveEvents(types: string): LiveEvents {
  const [events, setEvents] = useState<readonly ConsoleEvent[]>([]);
  const [error, setError] = useState<unknown>(null);
  const [isLive, setLive] = useState(false);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const { signal, abort } = abortable();
    setEvents([]);
    setLive(false);
    void follow({
      types,
      signal,
      hear: (news) => {
        setError(null);
        setLive(true);
        setEvents((known) => [...news.toReversed(), ...known].slice(0, keptEvents));
      },
      fail: (problem) => {
        setLive(false);
        setError(problem);
      },
    });
    return abort;
  }, [types, turn]);
  return { events, isLive, error, again: () => setTurn((last) => last + 1) };
}

function abortable() {
  const ending = new AbortController();
  return { signal: ending.signal, abort: () => ending.abort() };
}

interface Following {
  readonly types: string;
  readonly signal: AbortSignal;
  readonly hear: (news: readonly ConsoleEvent[]) => void;
  readonly fail: (error: unknown) => void;
}

async function follow({ types, signal, hear, fail }: Following): Promise<void> {
  let after: string | undefined;
  while (!signal.aborted) {
    const askedAt = performance.now();
    try {
      const query = { after, types: types === '' ? undefined : types };
      // Each call begins where the one before it has ended.
      // oxlint-disable-next-line no-await-in-loop
      const page = await call('GET /api/events', { query, signal });
      if (signal.aborted) return;
      hear(page.events);
      const isEarly = page.events.length === 0 && performance.now() - askedAt < earlyMs && after !== undefined;
      after = page.nextCursor;
      // oxlint-disable-next-line no-await-in-loop
      if (isEarly) await pause(pauseMs.afterEarlyAnswer);
    } catch (error) {
      if (signal.aborted) return;
      fail(error);
      if (!passes(error)) return;
      // oxlint-disable-next-line no-await-in-loop
      await pause(pauseMs.afterFailure);
    }
  }
}

/** Whether a failure may pass by itself. */
function passes(error: unknown): boolean {
  return ['unavailable', 'too-many-calls', 'internal'].includes(callErrorOf(error).code);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
