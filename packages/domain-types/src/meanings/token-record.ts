import { scope, tokenType } from '../fixed-values.js';
import { serviceTokenRecord, tokenRecord } from '../token-record.js';
import { meaningOf } from './meaning-of.js';
import { coded, text, wholeNumber } from './own-forms.js';

const lifetimeSeconds = 300;

const example = {
  scope,
  exires_in: lifetimeSeconds,
  token_type: tokenType,
  access_token: 'eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJzdWIiOiJkZW1vIn0.c2lnbmF0dXJl',
};

const common = {
  scope: coded('Scope: always the same', 'スコープ：常に同じ値', [
    { value: scope, meaning: 'the one scope', ja: '固定値' },
  ]),
  exires_in: wholeNumber(
    'Lifetime in seconds: of the access token; the contract spells the name so',
    '有効期間（秒）：アクセストークンの有効期間。項目名は仕様の表記どおり',
  ),
  token_type: coded('Token type: how the access token is presented', 'トークン種別：アクセストークンの提示方法', [
    { value: tokenType, meaning: 'in the header Authorization: Bearer', ja: 'Bearerトークン' },
  ]),
  access_token: text(
    'Access token: every call of the data API presents it',
    'アクセストークン：データAPIのすべての呼び出しで提示する',
  ),
};

const lifetime = {
  expires_in: wholeNumber(
    'Standard lifetime: the same as exires_in, under the standard name',
    '有効期間（秒・標準名）：exires_inと同じ値（標準の項目名）',
  ),
};

export const tokenRecordMeaning = meaningOf(tokenRecord, {
  origin: 'answer',
  meaning: 'A pair of tokens, from either flow or from a reissue',
  ja: 'トークンレコード',
  fields: {
    ...common,
    refresh_token: text(
      'Refresh token: it is exchanged for the next pair of tokens; each reissue replaces it, so keep the newest one',
      'リフレッシュトークン：次のトークンを取得するための値。再発行のたびに置き換わるため、最新の値を保存する',
    ),
    ...lifetime,
    id_token: text(
      'ID token: names the user who has signed in; only if OpenID Connect is switched on',
      'IDトークン：サインインしたユーザー（OpenID Connect）。有効にされている場合のみ',
    ),
  },
  example: {
    ...example,
    refresh_token: 'rt_4vJ0mYpQ2c8sW1kZ6tBnE5xHqLrU9aDf',
    expires_in: lifetimeSeconds,
    id_token: 'eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJkZW1vIn0.c2lnbmF0dXJl',
  },
});

export const serviceTokenRecordMeaning = meaningOf(serviceTokenRecord, {
  origin: 'answer',
  meaning: 'The access token of a service account',
  ja: 'トークンレコード（サービスアカウント）',
  fields: { ...common, ...lifetime },
  example: { ...example, expires_in: lifetimeSeconds },
});
