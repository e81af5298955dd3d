import type { BatchEvents, ConsoleBatch, Instant } from '../../../wire/index.js';

/** The state of the member's batches, as the page knows it from the server. */
export interface LiveState {
  /**
   * `connecting`: no event has come yet. `live`: the data is current. `stale`: the platform cannot be reached.
   * `dropped`: the connection to the console is broken. `ended`: the session has ended.
   */
  readonly line: 'connecting' | 'live' | 'stale' | 'dropped' | 'ended';
  /** Newest first. */
  readonly batches: readonly ConsoleBatch[];
  /** The time of the last event, by the server's clock. */
  readonly at?: Instant;
  /** The id of the failed call, if the platform cannot be reached. */
  readonly requestId?: string;
}

export const noBatches: LiveState = { line: 'connecting', batches: [] };

export type LiveEvent =
  | {
      readonly [Name in keyof BatchEvents]: { readonly name: Name; readonly data: BatchEvents[Name] };
    }[keyof BatchEvents]
  | { readonly name: 'dropped' };

/** The maximum number of batches that a page keeps from the stream. */
const keptBatches = 300;

/** Returns the state after an event. */
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
