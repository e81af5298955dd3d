import { useQuery } from '@tanstack/preact-query';
import type { ConsoleBatch } from '../../../wire/index.js';
import { call } from '../server/call.js';
import { useSession } from '../session/session-context.js';
import { useTexts } from '../texts/use-texts.js';

/** Names of applications seldom change. */
const staleMs = 5 * 60 * 1_000;

/** The name of the application that requested a batch. Only its number is known, if it may not act for this user. */
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
