import { expect } from '@jest/globals';

/**
 * The parameters that a client adds to the address of the authorization page. The client takes this address from the
 * metadata, where it already contains `realm` (Spec 4.1).
 */
export const discoveredParameters = {
  response_type: 'code',
  scope: 'openid profile email qualified',
  access_type: 'offline',
} as const;

/** A token record as a client library returns it. Some libraries write the token type in lower case. */
export const tokenRecord = {
  access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
  refresh_token: expect.stringMatching(/^[\w-]{43,}$/),
  token_type: expect.stringMatching(/^bearer$/i),
  scope: 'openid profile email qualified',
  expires_in: 300,
};
