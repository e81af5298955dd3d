import { expect, it } from '@jest/globals';
import { type IssuedTokens, tokenResponse } from './issued-tokens.js';

const tokens: IssuedTokens = {
  scope: 'B2B-API',
  expiresInSeconds: 300,
  tokenType: 'Bearer',
  accessToken: 'access',
  refreshToken: 'refresh',
};

it('tells tokens in the words of OAuth, an ID token only where there is one', () => {
  const answer = {
    access_token: 'access',
    token_type: 'Bearer',
    expires_in: 300,
    refresh_token: 'refresh',
    scope: 'B2B-API',
  };
  expect(tokenResponse(tokens)).toEqual(answer);
  expect(tokenResponse({ ...tokens, idToken: 'identity' })).toEqual({ ...answer, id_token: 'identity' });
});
