import type { BatchEvents, ConsoleBatch, Instant } from '../../../wire/index.js';

/** The page's state of the member's batches, from the server. */
export interface LiveState {
  /**
   * `connecting` until the first event; `live`; `stale` while the platform cannot be reached; `dropped` while the line to the console is
   * broken; `ended` with the session.
   */
  readonly line: 'connecting' | 'live' | 'stale' | 'dropped' | 'ended';
  /** Newest first. */
  readonly batches: readonly ConsoleBatch[];
  /** When the last event came, by the server's clock. */
  readonly at?: Instant;
  /** Names the failed call, while `line` is `stale`. */
  readonly requestId?: string;
}

export const noBatches: LiveState = { line: 'connecting', batches: [] };

export type LiveEvent =
  | {
      readonly [Name in keyof BatchEvents]: { readonly name: Name; readonly data: BatchEvents[Name] };
    }[keyof BatchEvents]
  | { readonly name: 'dropped' };

/** The greatest number of batches of the stream that a page keeps. */
const keptBatches = 300;

/** The state after an event. */
export function afterEvent(state: LiveState, event: LiveEvent): LiveState {
  switch (event.name) {
    case 'batches':
      return { line: 'live', batches: newestFirst(event.data.batches), at: event.data.at };
    case 'changed':
      return { line: 'live', batches: merged(state.batches, event.data.batches), at: event.data.at };
    case 'stale':
      return { ...state, line: 'stale', requestId: event.data.requestId };
    case 'fresh':
      return { line: 'live', batches: state.batches, at: event.data.at };
    case 'ended':
      return { ...state, line: 'ended' };
    case 'dropped':
      return state.line === 'ended' ? state : { ...state, line: 'dropped' };
  }
}

function merged(known: readonly ConsoleBatch[], news: readonly ConsoleBatch[]): readonly ConsoleBatch[] {
  const changed = new Set(news.map(({ batchId }) => batchId));
  return newestFirst([...news, ...known.filter(({ batchId }) => !changed.has(batchId))]).slice(0, keptBatches);
}

function newestFirst(batches: readonly ConsoleBatch[]): readonly ConsoleBatch[] {
  return batches.toSorted(
    (one, other) => other.requestedAt - one.requestedAt || Number(other.batchId) - Number(one.batchId),
  );
}
