import { AuthError } from '../auth-error.js';
import type { Client } from '../client/client.js';
import { requireParameter } from '../request/parameters.js';
import type { TokenRequest } from '../request/token-request.js';
import { generationsOf } from '../token/token-id.js';
import type { TokenUser } from '../user/user.js';
import { type AuthorizationCode, hashCode } from './authorization-code.js';
import { winWithNewerClient } from './find-newer-client.js';
import type { GrantContext } from './grant-context.js';
import type { GrantTokens } from './issued-tokens.js';
import { fitsChallenge } from './pkce.js';
import { startGrant } from './start-grant.js';

/**
 * Issues tokens for an authorization code (Spec 4.2; RFC 6749 4.1.3, RFC 7636 4.6).
 *
 * First everything is checked. If several exchanges pass these checks at the same time, a conditional update decides which of
 * them succeeds. A code can be used up, and its grant can be ended, only by the client that owns the code and sends the correct
 * redirect address and verifier.
 *
 * @throws AuthError `invalid_request`, `invalid_grant`, `unauthorized_client`
 */
export async function exchangeCode(context: GrantContext, client: Client, request: TokenRequest): Promise<GrantTokens> {
  if (!client.codeFlow) throw new AuthError('unauthorized_client', 'The client may not use the code flow');
  const codeHash = hashCode(requireParameter(request.body, 'code'));
  const redirectUri = requireParameter(request.body, 'redirect_uri');
  const { code, user } = (await context.grants.findCode(codeHash)) ?? {};
  if (code === undefined) throw refuseCode('unknown code');
  if (code.clientId !== client.clientId) throw refuseCode('code of another client');
  if (code.redirectUri !== redirectUri) throw refuseCode('another redirect_uri');
  if (!fitsChallenge(request.body.get('code_verifier'), code.codeChallenge)) throw refuseCode('wrong code_verifier');
  if (code.usedAt !== undefined) throw await refuseReplay(context, code, request);
  if (code.expiresAt <= context.clock.now()) throw refuseCode('expired code');
  if (user === undefined || user.disabledAt !== undefined) throw refuseCode('user no longer active');
  if (user.generation !== code.userGeneration) throw refuseCode('password given before the last change of the user');
  return winExchange(context, { client, user, code }, request);
}

interface Exchange {
  readonly client: Client;
  readonly user: TokenUser;
  readonly code: AuthorizationCode;
}

async function winExchange(context: GrantContext, exchange: Exchange, request: TokenRequest): Promise<GrantTokens> {
  const tokens = await winWithNewerClient(context, exchange.client, (client) =>
    tryToWin(context, { ...exchange, client }, request),
  );
  if (tokens === undefined) throw await refuseReplay(context, exchange.code, request);
  return tokens;
}

async function tryToWin(
  context: GrantContext,
  { client, user, code }: Exchange,
  request: TokenRequest,
): Promise<GrantTokens | undefined> {
  const { grantId, scope, rights, authenticatedAt, nonce } = code;
  const start = { grantId, client, user, flow: 'code', scope, rights, authenticatedAt, nonce } as const;
  const { grant, tokens, event } = await startGrant(context, start, request.origin);
  const won = await context.grants.exchangeCode(code.codeHash, grant, generationsOf(start), event);
  return won ? tokens : undefined;
}

/**
 * If a code is used twice, it may have been stolen. Therefore the grant that began with it is ended (RFC 6749 4.1.2).
 */
async function refuseReplay(context: GrantContext, code: AuthorizationCode, request: TokenRequest): Promise<AuthError> {
  await context.grants.end(code.grantId, 'replayed', {
    at: context.clock.now(),
    event: 'code.replayed',
    outcome: 'refused',
    clientId: code.clientId,
    grantId: code.grantId,
    ...request.origin,
  });
  return refuseCode('replayed code');
}

/** The answer does not show the reason for the refusal, so that a caller cannot find out what a code was for. */
function refuseCode(privateDetail: string): AuthError {
  return new AuthError('invalid_grant', 'The authorization code is invalid, expired or already used', {
    privateDetail,
  });
}
