import { describe, expect, it } from '@jest/globals';
import type { Env } from '../../env.js';
import { OpenIdConfigurationController } from './openid-configuration.controller.js';
import { serverMetadata } from './server-metadata.js';

const place = { issuer: 'https://auth.example', idpSegment: 'idp', deviceFlow: false };
const methods = ['client_secret_post', 'client_secret_basic', 'private_key_jwt'];
const algorithms = ['ES256', 'ES384', 'PS256', 'RS256', 'EdDSA'];

const metadata = {
  issuer: 'https://auth.example',
  authorization_endpoint: 'https://auth.example/idp/oauth2/authorize?realm=/api',
  token_endpoint: 'https://auth.example/idp/oauth2/access_token?realm=/api',
  jwks_uri: 'https://auth.example/idp/oauth2/jwks',
  revocation_endpoint: 'https://auth.example/idp/oauth2/revoke',
  introspection_endpoint: 'https://auth.example/idp/oauth2/introspect',
  scopes_supported: ['openid', 'profile', 'email', 'qualified'],
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
  token_endpoint_auth_methods_supported: methods,
  token_endpoint_auth_signing_alg_values_supported: algorithms,
  revocation_endpoint_auth_methods_supported: methods,
  revocation_endpoint_auth_signing_alg_values_supported: algorithms,
  introspection_endpoint_auth_methods_supported: methods,
  introspection_endpoint_auth_signing_alg_values_supported: algorithms,
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  ui_locales_supported: ['ja', 'en'],
};

describe('what clients discover', () => {
  it('of the server is what it does (RFC 8414 2)', () => {
    expect(serverMetadata(place)).toEqual(metadata);
  });

  it('of the device flow is there where it is switched on (RFC 8628 4)', () => {
    expect(serverMetadata({ ...place, deviceFlow: true })).toEqual({
      ...metadata,
      device_authorization_endpoint: 'https://auth.example/idp/oauth2/device_authorization?realm=/api',
      grant_types_supported: [...metadata.grant_types_supported, 'urn:ietf:params:oauth:grant-type:device_code'],
    });
  });

  it('of OpenID Connect comes on top (OpenID Connect Discovery 3)', () => {
    expect(new OpenIdConfigurationController(place as Env).configuration()).toEqual({
      ...metadata,
      userinfo_endpoint: 'https://auth.example/idp/oauth2/userinfo',
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
      claims_supported: ['sub', 'preferred_username', 'name', 'email', 'member_code', 'auth_time', 'nonce', 'at_hash'],
      request_parameter_supported: false,
      request_uri_parameter_supported: false,
    });
  });
});
