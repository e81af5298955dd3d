import { clientKeyAlgorithms, fixedScope } from '@trading-platform/auth-core';
import { deviceGrantType } from '@trading-platform/domain-types';
import { type Env, tokenEndpointOf } from '../../env.js';

/** The methods of client authentication that every endpoint for clients accepts. */
const clientAuthentication = ['client_secret_post', 'client_secret_basic', 'private_key_jwt'] as const;

/**
 * Makes the metadata document (RFC 8414 2, RFC 9207 3). The addresses of the authorization endpoint and the token endpoint
 * include the realm, so that clients can use these addresses without changes.
 */
export function serverMetadata({ issuer, idpSegment, deviceFlow }: Pick<Env, 'issuer' | 'idpSegment' | 'deviceFlow'>) {
  const base = `${issuer}/${idpSegment}/oauth2`;
  return {
    issuer,
    authorization_endpoint: `${base}/authorize?realm=/api`,
    token_endpoint: tokenEndpointOf({ issuer, idpSegment }),
    ...(deviceFlow ? { device_authorization_endpoint: `${base}/device_authorization?realm=/api` } : {}),
    jwks_uri: `${base}/jwks`,
    revocation_endpoint: `${base}/revoke`,
    introspection_endpoint: `${base}/introspect`,
    scopes_supported: fixedScope.split(' '),
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: [
      'authorization_code',
      'refresh_token',
      'client_credentials',
      ...(deviceFlow ? [deviceGrantType] : []),
    ],
    token_endpoint_auth_methods_supported: clientAuthentication,
    token_endpoint_auth_signing_alg_values_supported: clientKeyAlgorithms,
    revocation_endpoint_auth_methods_supported: clientAuthentication,
    revocation_endpoint_auth_signing_alg_values_supported: clientKeyAlgorithms,
    introspection_endpoint_auth_methods_supported: clientAuthentication,
    introspection_endpoint_auth_signing_alg_values_supported: clientKeyAlgorithms,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    ui_locales_supported: ['ja', 'en'],
  };
}
