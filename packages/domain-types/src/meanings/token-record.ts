import { scope, tokenType } from '../fixed-values.js';
import { tokenRecord } from '../token-record.js';
import { coded, text, wholeNumber } from './field-forms.js';
import { meaningOf } from './meaning-of.js';

const lifetimeSeconds = 300;

export const tokenRecordMeaning = meaningOf(tokenRecord, {
  origin: 'answer',
  meaning: 'A pair of tokens, from either flow or from a reissue',
  ja: 'トークンレコード',
  fields: {
    scope: coded('Scope of the tokens: always the same', 'スコープ', [
      { value: scope, meaning: 'the one scope', ja: '固定値' },
    ]),
    exires_in: wholeNumber(
      'Seconds for which the access token is still valid; this is the spelling of the contract',
      '有効期間（秒）',
    ),
    token_type: coded('Scheme of the access token', 'トークン種別', [
      { value: tokenType, meaning: 'in the header Authorization: Bearer', ja: 'Bearerトークン' },
    ]),
    access_token: text('Token for every call of the data API', 'アクセストークン'),
    refresh_token: text(
      'Token for the next pair of tokens; each reissue replaces it, so keep the newest one',
      'リフレッシュトークン',
    ),
    expires_in: wholeNumber('The same as exires_in, under the standard name', '有効期間（秒・標準名）'),
    id_token: text(
      'ID token of OpenID Connect about the signed-in user; only if OpenID Connect is enabled',
      'IDトークン',
    ),
  },
  example: {
    scope,
    exires_in: lifetimeSeconds,
    token_type: tokenType,
    access_token: 'eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJzdWIiOiJkZW1vIn0.c2lnbmF0dXJl',
    refresh_token: 'rt_4vJ0mYpQ2c8sW1kZ6tBnE5xHqLrU9aDf',
    expires_in: lifetimeSeconds,
    id_token: 'eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJkZW1vIn0.c2lnbmF0dXJl',
  },
});
