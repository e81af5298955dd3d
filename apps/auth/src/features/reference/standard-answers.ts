import { rights } from '@trading-platform/domain-types';
import { rightMeanings } from '@trading-platform/domain-types/meanings';
import { object, type Part, value } from './parts.js';

const integer: Part = { type: 'integer' };
const texts: Part = { type: 'array', items: { type: 'string' } };

/** Describes a list of rights, each in words. */
function rightsOf(meaning: string): Part {
  const inWords = rights.map((right) => `${right}: ${rightMeanings[right].en}`).join('; ');
  return value(`${meaning}. ${inWords}`, '権限', ['order', 'list'], {
    type: 'array',
    items: { type: 'string', enum: rights },
  });
}

/**
 * Answers whose form is not defined by the contract. The form of these answers is defined by a standard, or is an addition of
 * this platform for the data API.
 */
export const standardAnswers = {
  introspection: object(
    'The state of a token and what it allows (RFC 7662 2.2)',
    {
      active: value('Whether the token is in force; if not, there are no other fields', '有効フラグ', true, {
        type: 'boolean',
      }),
      scope: value('The scope of the token', 'スコープ', 'openid profile email qualified'),
      client_id: value('Client that holds the token', 'クライアントID', 'sample-client'),
      username: value('Login ID of the user; absent for a service account', 'ユーザーID', 'sample-user'),
      token_type: value('Bearer, for an access token', 'トークン種別', 'Bearer'),
      aud: value('The API for which an access token is meant', '対象', 'urn:trading-platform:api'),
      jti: value('ID of an access token', 'トークンID', 'a1b2c3'),
      exp: value('When the token ends, in seconds since 1970', '有効期限', 1_795_000_300, integer),
      iat: value('When it was issued, in seconds since 1970', '発行日時', 1_795_000_000, integer),
      sub: value(
        'Unchanging ID of the user, or the client ID of a service account',
        '利用者識別子',
        '019d2f4e-6f0a-7c3e-9b1d-2f6f0c6f7a11',
      ),
      iss: value('Address of this server', '発行者', 'https://auth.example'),
      member_code: value('Member for which the token acts', '会員コード', '10010001'),
      entitlements: rightsOf('The rights of the token (RFC 9068 2.2.3.1)'),
    },
    [
      'scope',
      'client_id',
      'username',
      'token_type',
      'aud',
      'jti',
      'exp',
      'iat',
      'sub',
      'iss',
      'member_code',
      'entitlements',
    ],
  ),
  nothing: object('An empty object: clients need not read it', {}),
  key_set: object('The public keys that verify tokens of this server (RFC 7517)', {
    keys: value('The keys', '鍵リスト', [], { type: 'array', items: { type: 'object' } }),
  }),
  server_metadata: object('The facts about this server that clients need (RFC 8414)', {
    issuer: value('Address of this server', '発行者', 'https://auth.example'),
    authorization_endpoint: value(
      'Address of the authorization page',
      '認可エンドポイント',
      'https://auth.example/idp/oauth2/authorize?realm=/api',
    ),
    token_endpoint: value(
      'Address for tokens',
      'トークンエンドポイント',
      'https://auth.example/idp/oauth2/access_token?realm=/api',
    ),
    jwks_uri: value('Address of the keys', '公開鍵URL', 'https://auth.example/idp/oauth2/jwks'),
    scopes_supported: value('The scopes', '対応スコープ', ['openid'], texts),
    grant_types_supported: value(
      'The grant types',
      '対応グラントタイプ',
      ['authorization_code', 'client_credentials'],
      texts,
    ),
    code_challenge_methods_supported: value('The methods of PKCE', '対応PKCE方式', ['S256'], texts),
  }),
  revocations: object('A page of the tokens that were revoked, as digests; the data API polls it', {
    position: value('Where the next page begins; send it as `after`', '位置', 12, integer),
    more: value('Whether there is more to read at once', '続きの有無', false, { type: 'boolean' }),
    keep_seconds: value('How long an entry counts, in seconds', '保持秒数', 86_400, integer),
    revocations: value('The entries', '失効リスト', [], { type: 'array', items: {} }),
    withdrawn_keys: value('IDs of keys that are no longer trusted', '取消鍵リスト', [], { type: 'array', items: {} }),
  }),
  own_grants: object('The grants of a user', {
    grants: {
      type: 'array',
      description: 'The grants in force, the last used first (連携リスト).',
      'x-ja': '連携リスト',
      items: object('One grant', {
        grant_id: value('The ID with which the grant is ended', '連携ID', '3f0c'),
        client_id: value('Client that may act for the user', 'クライアントID', 'sample-client'),
        client_name: value('Its name; empty if it is gone', 'クライアント名', 'Kitchen ERP'),
        rights: rightsOf('What it may do'),
        since: value('When it was allowed, in seconds since 1970', '許可日時', 1_795_000_000, integer),
        last_used: value('When tokens were last issued, in seconds since 1970', '最終利用日時', 1_795_000_300, integer),
        expires: value('When it ends if it is not used, in seconds since 1970', '有効期限', 1_797_600_000, integer),
        current: value('Whether it is the grant of this access token', '現在の連携', true, { type: 'boolean' }),
      }),
    },
  }),
  client_name: object('The name of a client', {
    client_id: value('The client', 'クライアントID', 'sample-client'),
    client_name: value('Its name', 'クライアント名', 'Kitchen ERP'),
  }),
  user_name: object('The login ID of a user', {
    sub: value('The user', 'ユーザーID', '0193c0f3'),
    user_id: value('Its login ID', 'ログインID', 'tanaka'),
  }),
  ended_grant: object('A grant that was ended', {
    grant_id: value('The grant', '連携ID', '3f0c'),
    ended: value('Always true', '終了フラグ', true, { type: 'boolean' }),
  }),
  device_authorization: object('The answer to a device that asks for a code (RFC 8628 3.2)', {
    device_code: value('The code with which the device asks for tokens', 'デバイスコード', 'GmRhmhcxhwAzkoEqiMEg'),
    user_code: value('The code that the device shows', 'ユーザーコード', 'WDJB-MJHT'),
    verification_uri: value(
      'The page on which the user types the code',
      '確認ページURL',
      'https://auth.example/device',
    ),
    verification_uri_complete: value(
      'The same page with the code filled in, for a picture or a link',
      'コード入りの確認ページURL',
      'https://auth.example/device?user_code=WDJB-MJHT',
    ),
    expires_in: value('How long the codes last, in seconds', '有効期間', 600, integer),
    interval: value('How long to wait between two requests, in seconds', '問い合わせ間隔', 5, integer),
  }),
  user_info: object(
    'Who the user is (OpenID Connect Core 5.3)',
    {
      sub: value('Unchanging ID of the user', '利用者識別子', '019d2f4e-6f0a-7c3e-9b1d-2f6f0c6f7a11'),
      preferred_username: value('Login ID', 'ユーザーID', 'sample-user'),
      name: value('Name, if it is stored', '氏名', '山田花子'),
      email: value('Mail address, if it is stored', 'メールアドレス', 'hanako@example.jp'),
      member_code: value('Member that the user belongs to', '会員コード', '10010001'),
    },
    ['name', 'email'],
  ),
} as const satisfies Readonly<Record<string, Part>>;

export type StandardAnswer = keyof typeof standardAnswers;
