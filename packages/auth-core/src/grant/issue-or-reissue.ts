import {
  clientCredentialsForm,
  codeExchangeForm,
  deviceGrantType,
  deviceTokenForm,
  reissueForm,
} from '@trading-platform/domain-types';
import { AuthError } from '../auth-error.js';
import { authenticateClient } from '../client/authenticate-client.js';
import { assertionFields } from '../client/client-assertion.js';
import { refuseInQuery, requireParameter } from '../request/parameters.js';
import { requireRealm } from '../request/require-realm.js';
import type { TokenRequest } from '../request/token-request.js';
import { exchangeCode } from './exchange-code.js';
import { exchangeDeviceCode } from './exchange-device-code.js';
import type { GrantContext } from './grant-context.js';
import { issueByClientCredentials } from './issue-by-client-credentials.js';
import type { IssuedTokens } from './issued-tokens.js';
import { reissue } from './reissue.js';

const bodyOnly: ReadonlySet<string> = new Set([
  ...codeExchangeForm.fieldNames,
  ...reissueForm.fieldNames,
  ...clientCredentialsForm.fieldNames,
  ...deviceTokenForm.fieldNames,
  ...assertionFields,
]);

/**
 * The token endpoint. It issues tokens for a code (Spec 4.2), an access token to a service account (RFC 6749 4.4), or
 * tokens to a device (RFC 8628 3.4). It reissues tokens for a refresh token, no matter how the grant began (Spec 4.4;
 * RFC 6749 3.2).
 *
 * @throws AuthError any `ProtocolErrorCode`, `throttled`
 */
export async function issueOrReissue(context: GrantContext, request: TokenRequest): Promise<IssuedTokens> {
  refuseInQuery(request.query, bodyOnly);
  requireRealm(request.query);
  const grantType = requireParameter(request.body, 'grant_type');
  const client = await authenticateClient(context, request.body, request.authorization, request.origin);
  if (grantType === 'authorization_code') return exchangeCode(context, client, request);
  if (grantType === 'refresh_token') return reissue(context, client, request);
  if (grantType === 'client_credentials') return issueByClientCredentials(context, client, request);
  const { deviceFlow } = context.settings;
  if (deviceFlow && grantType === deviceGrantType) return exchangeDeviceCode(context, client, request);
  const others = deviceFlow ? `, client_credentials or ${deviceGrantType}` : ' or client_credentials';
  throw new AuthError('unsupported_grant_type', `grant_type must be authorization_code, refresh_token${others}`);
}
