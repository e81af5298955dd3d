import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import type { LiveBatches } from './live-batches.js';
import { type LiveState, noBatches } from './live-state.js';

export const LiveBatchesContext = createContext<LiveBatches | undefined>(undefined);

/** Returns the member's batches and keeps them up to date. */
export function useLiveBatches(): LiveState {
  const live = useContext(LiveBatchesContext);
  const [state, setState] = useState(live?.state ?? noBatches);
  useEffect(() => {
    if (live === undefined) return;
    setState(live.state);
    return live.listen(() => setState(live.state));
  }, [live]);
  return state;
}
