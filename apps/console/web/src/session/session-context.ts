import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { SessionAnswer } from '../../../wire/index.js';

export const SessionContext = createContext<SessionAnswer | undefined>(undefined);

/** The signed-in user. @throws outside of the pages for signed-in users */
export function useSession(): SessionAnswer {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error('No session');
  return session;
}
