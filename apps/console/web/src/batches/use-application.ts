import { useQuery } from '@tanstack/preact-query';
import type { ConsoleBatch } from '../../../wire/index.js';
import { call } from '../server/call.js';
import { useSession } from '../session/session-context.js';
import { useTexts } from '../texts/use-texts.js';

/** The names of applications rarely change, so they are kept for a while. */
const staleMs = 5 * 60 * 1_000;

/**
 * Returns the name of the application that requested a batch. If the application may not act for this user, only its id
 * is known.
 */
export function useApplication(): (batch: ConsoleBatch) => string {
  const { t } = useTexts();
  const session = useSession();
  const { data } = useQuery({
    queryKey: ['connections'],
    queryFn: () => call('GET /api/connections'),
    staleTime: staleMs,
  });
  return ({ clientId }) => {
    if (clientId === session.clientId) return t.name;
    return data?.connections.find((connection) => connection.clientId === clientId)?.clientName ?? clientId;
  };
}
