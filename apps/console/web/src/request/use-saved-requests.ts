import { useEffect, useState } from 'preact/hooks';
import { useSession } from '../session/session-context.js';
import { readSaved, type SavedRequest, savedKey, writeSaved } from './saved-requests.js';

/** The requests that the user has kept in this browser, and how to change them. */
export interface SavedRequests {
  readonly saved: readonly SavedRequest[];
  /** Replaces all. Returns false if the browser keeps nothing, or there are too many. */
  readonly keep: (saved: readonly SavedRequest[]) => boolean;
}

/** Reads the kept requests of this user and member. Other tabs see each change. */
export function useSavedRequests(): SavedRequests {
  const key = savedKey(useSession().user);
  const [saved, setSaved] = useState(() => stored(key));
  useEffect(() => {
    const read = (event: StorageEvent) => {
      if (event.key === key) setSaved(stored(key));
    };
    addEventListener('storage', read);
    return () => removeEventListener('storage', read);
  }, [key]);
  const keep = (next: readonly SavedRequest[]) => {
    const text = writeSaved(next);
    if (text === undefined) return false;
    try {
      localStorage.setItem(key, text);
    } catch {
      return false;
    }
    setSaved(next);
    return true;
  };
  return { saved, keep };
}

function stored(key: string): readonly SavedRequest[] {
  try {
    return readSaved(localStorage.getItem(key));
  } catch {
    return [];
  }
}
