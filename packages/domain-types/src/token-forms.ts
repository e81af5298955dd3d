import { defineRecord, optional } from './define-record.js';

/** The credentials of a client in a form. A client with HTTP Basic leaves them out. */
const clientFields = [optional('client_id'), optional('client_secret')] as const;

/** Form that exchanges an authorization code for tokens (Spec 4.2). */
export const codeExchangeForm = defineRecord('code_exchange_form', [
  'grant_type',
  'code',
  'redirect_uri',
  ...clientFields,
  optional('code_verifier'),
]);

/** Form that reissues tokens, of either flow (Spec 4.4). */
export const reissueForm = defineRecord('reissue_form', [
  'grant_type',
  'refresh_token',
  ...clientFields,
  optional('scope'),
]);

/** Form that asks for tokens with the credentials of a platform user (Spec 4.3). */
export const credentialsForm = defineRecord('credentials_form', [
  'user_id',
  'user_password',
  ...clientFields,
  optional('realm'),
  optional('response_type'),
]);

/** Form that asks for an access token of a service account, a client that is bound to a member (RFC 6749 4.4). */
export const clientCredentialsForm = defineRecord('client_credentials_form', [
  'grant_type',
  ...clientFields,
  optional('scope'),
]);

/** Form with which a device without a browser asks for a code that its user types on a page (RFC 8628 3.1). */
export const deviceAuthorizationForm = defineRecord('device_authorization_form', [...clientFields, optional('scope')]);

/** Form with which a device asks whether its user has decided, and gets tokens (RFC 8628 3.4). */
export const deviceTokenForm = defineRecord('device_token_form', ['grant_type', 'device_code', ...clientFields]);

/** Form that revokes a token or asks about one (RFC 7009, RFC 7662). */
export const tokenForm = defineRecord('token_form', ['token', optional('token_type_hint'), ...clientFields]);

/** The error of the authentication server (RFC 6749 5.2). */
export const oauthError = defineRecord('oauth_error', ['error', 'error_description']);
