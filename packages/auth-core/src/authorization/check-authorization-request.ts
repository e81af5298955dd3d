import type { Client } from '../client/client.js';
import { isCodeChallenge } from '../grant/pkce.js';
import { fixedAccessType, fixedRealm } from '../request/fixed-values.js';
import { readQueryBytes } from '../request/query-bytes.js';
import { isSameScope } from '../request/scope.js';
import type { AuthorizationContext } from './authorization-context.js';
import type { AuthorizationCheck, AuthorizationProblem } from './authorization-request.js';
import { redirectLocation } from './redirect-location.js';

/** A defect that is reported to the client by a redirect (RFC 6749 4.1.2.1). */
interface Defect {
  readonly error:
    | 'invalid_request'
    | 'unauthorized_client'
    | 'unsupported_response_type'
    | 'invalid_scope'
    | 'login_required'
    | 'request_not_supported'
    | 'request_uri_not_supported';
  readonly description: string;
}

const parametersAtMost = 100;

/** The parameters that decide whether the browser can be sent back to the client. */
const addressing = ['client_id', 'redirect_uri', 'realm'] as const;

/**
 * Checks a request to the authorization page, in the order of the contract (Spec 4.1; RFC 6749 4.1.1, RFC 7636 4.3, RFC 9700
 * 4.1). If the client, the callback address or the realm is wrong, the browser is never sent to another address. Every other
 * defect is reported to the client by a redirect.
 *
 * @param query the query string as it was sent
 */
export async function checkAuthorizationRequest(
  context: AuthorizationContext,
  query: string,
): Promise<AuthorizationCheck> {
  const parameters = new URLSearchParams(query);
  if (addressing.some((name) => parameters.getAll(name).length > 1)) return refused('repeated-parameter');
  const get = (name: string) => parameters.get(name) || undefined;
  const client = await findClient(context, get('client_id'));
  if (client === undefined) return refused('unknown-client');
  const redirectUri = get('redirect_uri');
  if (redirectUri === undefined || !client.redirectUris.includes(redirectUri)) return refused('redirect-uri-mismatch');
  if (get('realm') !== fixedRealm) return refused('realm-invalid');

  const [state, ...further] = readQueryBytes(query)
    .filter(([name]) => name.toString() === 'state')
    .map(([, value]) => value);
  const defect = findDefect(context, client, parameters);
  if (defect !== undefined) {
    const { error, description: error_description } = defect;
    const iss = context.settings.issuer;
    const location = redirectLocation(redirectUri, {
      error,
      error_description,
      state: further.length === 0 ? state : undefined,
      iss,
    });
    return { outcome: 'redirected', location };
  }
  const request = {
    client,
    redirectUri,
    state,
    scope: context.settings.scope,
    codeChallenge: get('code_challenge'),
    nonce: get('nonce'),
    forceSignIn: (get('prompt') ?? '').split(' ').includes('login') || get('max_age') !== undefined,
  };
  return { outcome: 'accepted', request };
}

async function findClient(context: AuthorizationContext, clientId: string | undefined): Promise<Client | undefined> {
  const isId = clientId !== undefined && !clientId.includes('\0');
  const client = isId ? await context.clients.find(clientId) : undefined;
  return client?.disabledAt === undefined ? client : undefined;
}

function findDefect(context: AuthorizationContext, client: Client, parameters: URLSearchParams): Defect | undefined {
  const names = [...parameters.keys()];
  const get = (name: string) => parameters.get(name) || undefined;
  const responseType = get('response_type');
  const scope = get('scope');
  const prompts = (get('prompt') ?? '').split(' ');
  if ([...parameters.values()].some((value) => value.includes('\0'))) return invalidRequest('Null character');
  if (names.length > parametersAtMost) return invalidRequest('Too many parameters');
  if (new Set(names).size < names.length) return invalidRequest('A parameter is repeated');
  if (responseType === undefined) return invalidRequest('response_type is missing');
  if (responseType !== 'code') return tell('unsupported_response_type', 'response_type must be code');
  if (!client.codeFlow) return tell('unauthorized_client', 'The client may not use the code flow');
  if (scope === undefined) return tell('invalid_scope', 'scope is missing');
  if (!isSameScope(scope, context.settings.scope))
    return tell('invalid_scope', `scope must be: ${context.settings.scope}`);
  if (get('access_type') !== fixedAccessType) return invalidRequest(`access_type must be ${fixedAccessType}`);
  if ((get('response_mode') ?? 'query') !== 'query') return invalidRequest('response_mode must be query');
  if (get('request') !== undefined) return tell('request_not_supported', 'request objects are not supported');
  if (get('request_uri') !== undefined) return tell('request_uri_not_supported', 'request_uri is not supported');
  if (prompts.includes('none')) return tell('login_required', 'The user must take part');
  return findPkceDefect(client, get('code_challenge'), get('code_challenge_method'));
}

function findPkceDefect(client: Client, challenge: string | undefined, method: string | undefined): Defect | undefined {
  if (challenge === undefined) {
    if (method !== undefined) return invalidRequest('code_challenge is missing');
    return client.pkceRequired ? invalidRequest('code_challenge is required for this client') : undefined;
  }
  if (method !== 'S256') return invalidRequest('code_challenge_method must be S256');
  return isCodeChallenge(challenge) ? undefined : invalidRequest('code_challenge must be 43 characters of base64url');
}

function refused(problem: AuthorizationProblem): AuthorizationCheck {
  return { outcome: 'refused', problem };
}

function invalidRequest(description: string): Defect {
  return { error: 'invalid_request', description };
}

function tell(error: Defect['error'], description: string): Defect {
  return { error, description };
}
