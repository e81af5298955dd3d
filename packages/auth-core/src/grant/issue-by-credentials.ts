import { credentialsForm } from '@trading-platform/domain-types';
import { AuthError } from '../auth-error.js';
import { authenticateClient } from '../client/authenticate-client.js';
import type { Client } from '../client/client.js';
import { assertionFields } from '../client/client-assertion.js';
import { needsSecondFactor } from '../factor/needs-second-factor.js';
import { fixedRealm } from '../request/fixed-values.js';
import { refuseInQuery, requireParameter } from '../request/parameters.js';
import type { TokenRequest } from '../request/token-request.js';
import { generationsOf } from '../token/token-id.js';
import { checkPassword } from '../user/check-password.js';
import type { User } from '../user/user.js';
import type { GrantContext } from './grant-context.js';
import type { GrantTokens } from './issued-tokens.js';
import { makeGrantId } from './refresh-token.js';
import { startGrant } from './start-grant.js';

const bodyOnly: ReadonlySet<string> = new Set([...credentialsForm.fieldNames, ...assertionFields]);

/**
 * Issues tokens for a login ID and password, without a web page (Spec 4.3).
 *
 * @throws AuthError any `ProtocolErrorCode`, `throttled`, `overloaded`
 */
export async function issueByCredentials(context: GrantContext, request: TokenRequest): Promise<GrantTokens> {
  refuseInQuery(request.query, bodyOnly);
  checkResponseType(request.body.get('response_type'));
  checkRealm(request.body.get('realm'));
  const client = await authenticateClient(context, request.body, request.authorization, request.origin);
  if (!client.credentialsFlow) {
    throw new AuthError('unauthorized_client', 'The client may not use the credentials flow');
  }
  const userId = requireParameter(request.body, 'user_id');
  const password = requireParameter(request.body, 'user_password');
  const authenticatedAt = context.clock.now();
  const signIn = { userId, password, clientId: client.clientId, isClientAuthenticated: true };
  const user = await checkPassword(context, signIn, request.origin);
  if (user === undefined) throw wrongCredentials();
  refuseSecondFactor(context, client, user);
  const grantId = makeGrantId(context.randomness);
  const { scope } = context.settings;
  const { rights } = client;
  const start = { grantId, client, user, flow: 'credentials', scope, rights, authenticatedAt } as const;
  const { grant, tokens, event } = await startGrant(context, start, request.origin);
  if (!(await context.grants.add(grant, generationsOf(start), event))) throw wrongCredentials();
  return tokens;
}

function checkResponseType(responseType: string | undefined): void {
  if (responseType === undefined || responseType === 'json' || responseType === 'xml') return;
  throw new AuthError('invalid_request', 'response_type must be json or xml');
}

function checkRealm(realm: string | undefined): void {
  if (realm === undefined || realm === fixedRealm) return;
  throw new AuthError('invalid_request', `realm must be ${fixedRealm}`);
}

/**
 * This flow cannot ask for a second factor. If a user has a second factor or must have one, the password alone does not
 * suffice, unless the operator allows that for the client.
 */
function refuseSecondFactor(context: GrantContext, client: Client, user: User): void {
  if (client.passwordSuffices) return;
  if (user.secondFactorAt === undefined && !needsSecondFactor(context.settings, user)) return;
  throw new AuthError(
    'invalid_grant',
    'This user needs a second factor, which this flow cannot ask for: use a service account (grant_type=client_credentials) or the authorization page',
  );
}

/** The error does not reveal whether the login ID or the password was wrong. */
function wrongCredentials(): AuthError {
  return new AuthError('invalid_grant', 'User ID or password is wrong');
}
