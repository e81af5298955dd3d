import { deviceGrantType, realm, scope } from '../fixed-values.js';
import {
  clientCredentialsForm,
  codeExchangeForm,
  credentialsForm,
  deviceAuthorizationForm,
  deviceTokenForm,
  oauthError,
  reissueForm,
  tokenForm,
} from '../token-forms.js';
import { meaningOf } from './meaning-of.js';
import { coded, shaped, text } from './own-forms.js';

const client = {
  fields: {
    client_id: text(
      'Client ID: issued when the service is applied for; left out by clients that use HTTP Basic',
      'クライアントID：利用申込時に発行される値。HTTP Basicを使用するクライアントでは省略',
    ),
    client_secret: text(
      'Client secret: issued with the client ID; left out by clients that use HTTP Basic',
      'クライアントシークレット：クライアントIDとともに発行される値。HTTP Basicを使用するクライアントでは省略',
    ),
  },
  example: { client_id: 'sample-client', client_secret: 'sample-secret' },
};

const scopeField = coded('Scope: may be left out', 'スコープ：省略可', [
  { value: scope, meaning: 'the one scope', ja: '固定値' },
]);

export const codeExchangeFormMeaning = meaningOf(codeExchangeForm, {
  origin: 'answer',
  meaning: 'Exchanges the code of the authorization page for tokens',
  ja: 'アクセストークン取得（認可コード）',
  fields: {
    grant_type: coded('Request kind', 'グラントタイプ', [
      { value: 'authorization_code', meaning: 'an authorization code is exchanged', ja: '認可コード' },
    ]),
    code: text(
      'Authorization code: the browser brought it to the callback URL; valid for one use',
      '認可コード：ブラウザーがコールバックURLに渡した値。1回のみ使用できる',
    ),
    redirect_uri: text(
      'Callback URL: the same as in the request to the authorization page',
      'コールバックURL：認可画面へのリクエストと同じ値',
    ),
    ...client.fields,
    code_verifier: shaped(
      'PKCE verifier: its digest went to the authorization page as code_challenge',
      'PKCE検証コード：code_challengeとして認可画面に送信したダイジェストの元の値',
      {
        format: '43 to 128 letters, digits and . _ ~ -',
        pattern: '[A-Za-z0-9._~-]{43,128}',
      },
    ),
  },
  example: {
    grant_type: 'authorization_code',
    code: 'SplxlOBeZQQYbYS6WxSbIA',
    redirect_uri: 'https://client.example/callback',
    ...client.example,
    code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  },
});

export const reissueFormMeaning = meaningOf(reissueForm, {
  origin: 'answer',
  meaning: 'Exchanges a refresh token of either flow for a new pair of tokens',
  ja: 'アクセストークン再発行',
  fields: {
    grant_type: coded('Request kind', 'グラントタイプ', [
      { value: 'refresh_token', meaning: 'tokens are reissued', ja: 'リフレッシュトークン' },
    ]),
    refresh_token: text(
      'Refresh token: of the last answer; it is replaced by a new one',
      'リフレッシュトークン：前回の応答の値。使用すると新しい値に置き換わる',
    ),
    ...client.fields,
    scope: scopeField,
  },
  example: {
    grant_type: 'refresh_token',
    refresh_token: 'rt_4vJ0mYpQ2c8sW1kZ6tBnE5xHqLrU9aDf',
    ...client.example,
    scope,
  },
  shown: ['grant_type', 'refresh_token', 'client_id', 'client_secret'],
});

export const credentialsFormMeaning = meaningOf(credentialsForm, {
  origin: 'answer',
  meaning: 'Asks for tokens with the credentials of a platform user, without a screen',
  ja: 'アクセストークン取得（ユーザーID・パスワード）',
  fields: {
    user_id: text('User ID: the login ID of the platform user', 'ユーザーID：プラットフォームのユーザーのログインID'),
    user_password: text(
      'User password: the login password of the platform user',
      'ユーザーパスワード：プラットフォームのユーザーのログインパスワード',
    ),
    ...client.fields,
    realm: coded('Realm: may be left out', 'レルム：省略可', [
      { value: realm, meaning: 'the one realm', ja: '固定値' },
    ]),
    response_type: coded('Response format: JSON, if left out', 'レスポンスタイプ：省略時はJSON', [
      { value: 'json', meaning: 'JSON', ja: 'JSON' },
      { value: 'xml', meaning: 'XML', ja: 'XML形式' },
    ]),
  },
  example: {
    user_id: 'sample-user',
    user_password: 'sample-password',
    ...client.example,
    realm,
    response_type: 'json',
  },
  shown: ['user_id', 'user_password', 'client_id', 'client_secret'],
});

export const clientCredentialsFormMeaning = meaningOf(clientCredentialsForm, {
  origin: 'answer',
  meaning: 'Asks for an access token of a service account, a client that belongs to a member and acts without a user',
  ja: 'アクセストークン取得（サービスアカウント）',
  fields: {
    grant_type: coded('Request kind', 'グラントタイプ', [
      { value: 'client_credentials', meaning: 'the client acts for itself', ja: 'クライアント自身' },
    ]),
    ...client.fields,
    scope: scopeField,
  },
  example: { grant_type: 'client_credentials', ...client.example, scope },
  shown: ['grant_type', 'client_id', 'client_secret'],
});

export const deviceAuthorizationFormMeaning = meaningOf(deviceAuthorizationForm, {
  origin: 'answer',
  meaning: 'Asks for a code that a device without a browser shows, and that its user types on a page',
  ja: 'デバイス認可',
  fields: { ...client.fields, scope: scopeField },
  example: { ...client.example, scope },
  shown: ['client_id', 'client_secret'],
});

export const deviceTokenFormMeaning = meaningOf(deviceTokenForm, {
  origin: 'answer',
  meaning:
    'Asks whether the user has allowed the device, and gets its tokens; until then the answer is authorization_pending',
  ja: 'アクセストークン取得（デバイスコード）',
  fields: {
    grant_type: coded('Request kind', 'グラントタイプ', [
      { value: deviceGrantType, meaning: 'a device code is exchanged', ja: 'デバイスコード' },
    ]),
    device_code: text(
      'Device code: of the answer to the device; valid for one use',
      'デバイスコード：デバイスへの応答の値。1回のみ使用できる',
    ),
    ...client.fields,
  },
  example: { grant_type: deviceGrantType, device_code: 'GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS', ...client.example },
  shown: ['grant_type', 'device_code', 'client_id', 'client_secret'],
});

export const tokenFormMeaning = meaningOf(tokenForm, {
  origin: 'answer',
  meaning: 'A token to revoke or to ask about',
  ja: 'トークン指定',
  fields: {
    token: text(
      'Token: an access token or a refresh token of the client',
      'トークン：クライアントのアクセストークンまたはリフレッシュトークン',
    ),
    token_type_hint: text(
      'Type hint: access_token or refresh_token; the server finds the token without this',
      'トークン種別ヒント：access_tokenまたはrefresh_token。指定しなくてもトークンは検索される',
    ),
    ...client.fields,
  },
  example: { token: 'rt_4vJ0mYpQ2c8sW1kZ6tBnE5xHqLrU9aDf', token_type_hint: 'refresh_token', ...client.example },
  shown: ['token', 'client_id', 'client_secret'],
});

export const oauthErrorMeaning = meaningOf(oauthError, {
  origin: 'answer',
  meaning: 'Why the authentication server refuses a request',
  ja: '認証エラー',
  fields: {
    error: text('Error code: as OAuth 2.0 names it', 'エラーコード：OAuth 2.0で定められた名前'),
    error_description: text(
      'Error detail: what is wrong, in English, for developers',
      'エラー詳細：開発者向けの誤りの内容（英語）',
    ),
  },
  example: { error: 'invalid_grant', error_description: 'User ID or password is wrong' },
});
