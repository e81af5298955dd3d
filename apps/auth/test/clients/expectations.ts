import { expect } from '@jest/globals';

/** What a client adds to the address of the authorization page that it has discovered: `realm` stands there. Spec 4.1. */
export const discoveredParameters = {
  response_type: 'code',
  scope: 'openid profile email qualified',
  access_type: 'offline',
} as const;

/** A token record as a library hands it on; some write the token type small. */
export const tokenRecord = {
  access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
  refresh_token: expect.stringMatching(/^[\w-]{43,}$/),
  token_type: expect.stringMatching(/^bearer$/i),
  scope: 'openid profile email qualified',
  expires_in: 300,
};
