import { useQuery } from '@tanstack/preact-query';
import { call } from '../server/call.js';
import { useSession } from '../session/session-context.js';
import { useTexts } from '../texts/use-texts.js';

/** The names of applications rarely change, so they are kept for a while. */
const staleMs = 5 * 60 * 1_000;

/** Returns the name of an application, even if it may no longer act for the user. Without a name, returns its id. */
export function useApplicationName(clientId: string): string {
  const { t } = useTexts();
  const session = useSession();
  const isThis = clientId === session.clientId;
  const { data } = useQuery({
    queryKey: ['connections'],
    queryFn: () => call('GET /api/connections'),
    staleTime: staleMs,
    enabled: !isThis,
  });
  const connected = data?.connections.find((connection) => connection.clientId === clientId)?.clientName;
  const { data: named } = useQuery({
    queryKey: ['application', clientId],
    queryFn: () => call('GET /api/applications/{clientId}', { parts: { clientId } }),
    staleTime: staleMs,
    enabled: !isThis && data !== undefined && connected === undefined && clientId !== '',
  });
  return isThis ? t.name : connected || named?.name || clientId;
}

/** The name of an application. */
export function Application({ clientId }: { readonly clientId: string }) {
  return <>{useApplicationName(clientId)}</>;
}

/**
 * Returns the login ID of another user of the signed-in user's member. Returns undefined without an id, or if the user
 * is not known here.
 */
function useUserName(userId: string | undefined): string | undefined {
  const { data } = useQuery({
    queryKey: ['user', userId],
    queryFn: () => call('GET /api/users/{userId}', { parts: { userId: userId ?? '' } }),
    staleTime: staleMs,
    enabled: userId !== undefined,
  });
  return data?.name;
}

/** Shows the login ID of a user of the signed-in user's member. Shows nothing if the user is not known here. */
export function UserName({ userId }: { readonly userId: string }) {
  return <>{useUserName(userId)}</>;
}

/** An application, and the user for whom it did something. */
interface Caller {
  readonly clientId: string;
  readonly userId?: string;
}

/** Returns the names of an application and its user in one text. */
export function useCallerName({ clientId, userId }: Caller): string {
  const { t } = useTexts();
  const application = useApplicationName(clientId);
  const user = useUserName(userId);
  return user === undefined ? application : t.batches.userOf(user, application);
}

/** The names of an application and its user. */
export function CallerName({ of: { clientId, userId } }: { readonly of: Caller }) {
  const user = useUserName(userId);
  return (
    <span class="caller">
      <span>
        <Application clientId={clientId} />
      </span>
      {user !== undefined && <span class="soft">{user}</span>}
    </span>
  );
}
