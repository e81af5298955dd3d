import { accessType, authorizationResponseType, realm, scope } from '@trading-platform/domain-types';
import { headerRefs } from './described-errors.js';
import { named, object, type Part, queryParameter, value } from './parts.js';

/** The fixed parameter `realm` is part of the query (Spec 4.1, 4.2). */
export const realmParameter = queryParameter('realm', true, 'Fixed', 'レルム', realm, [realm]);

const authorizationParameters = [
  realmParameter,
  queryParameter('client_id', true, 'Client ID', 'クライアントID', 'sample-client'),
  queryParameter(
    'redirect_uri',
    true,
    'Callback URL, exactly as it is registered',
    'コールバックURL',
    'https://client.example/callback',
  ),
  queryParameter('response_type', true, 'Fixed', 'レスポンスタイプ', authorizationResponseType, [
    authorizationResponseType,
  ]),
  queryParameter('scope', true, 'Fixed', 'スコープ', scope),
  queryParameter('access_type', true, 'Fixed: asks for a refresh token', 'アクセス種別', accessType, [accessType]),
  queryParameter('state', false, 'Any text; it comes back to the callback URL', '状態', 'af0ifjsldkj'),
  queryParameter(
    'code_challenge',
    false,
    'Digest of the code_verifier (PKCE)',
    'PKCEチャレンジ',
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  ),
  queryParameter('code_challenge_method', false, 'Fixed; needed beside code_challenge', 'PKCE方式', 'S256', ['S256']),
];

/** The form of the page, including the button that was pressed. */
const pageForm = object(
  'The fields that the form of the authorization page sends',
  {
    csrf_token: value(
      'The value that the page has put into its form; valid in one browser for one request',
      'フォームトークン',
      'AZ…',
    ),
    user_id: value('Login ID of the platform user', 'ユーザーID', 'sample-user'),
    user_password: value('Login password of the platform user', 'ユーザーパスワード', 'sample-password'),
    decision: value('The button, other than “Sign in and allow”', '操作', 'cancel', {
      type: 'string',
      enum: ['allow', 'cancel', 'sign-out'],
    }),
    lang: value('The language that the person has chosen', '表示言語', 'ja', { type: 'string', enum: ['en', 'ja'] }),
  },
  ['user_id', 'user_password', 'decision', 'lang'],
);

const wrongRequest = 'Client, callback URL or realm is wrong: the browser is sent nowhere';
const unable = html('The server cannot work at this moment');

/**
 * Describes the authorization page (Spec 4.1): the address to which a client links, and the form. Only the page itself
 * sends the form.
 */
export const authorizationPage: Part = {
  get: {
    ...named(
      'showAuthorizationPage',
      'Flows',
      'Authorization page',
      'The user signs in here, in a browser (認可画面).',
    ),
    security: [],
    parameters: authorizationParameters,
    responses: {
      '200': html('The page asks for user ID and password'),
      '303': back('with error, error_description, state and iss (RFC 6749 4.1.2.1)'),
      '400': html(wrongRequest),
      '500': html('Something went wrong in the server'),
      '503': unable,
    },
  },
  post: {
    ...named(
      'submitAuthorizationPage',
      'Flows',
      'Form of the authorization page',
      'Sent by the page itself, with a cookie that it has set. Programs use the credentials flow instead (認可画面の送信).',
    ),
    security: [],
    parameters: authorizationParameters,
    requestBody: {
      required: true,
      content: {
        'application/x-www-form-urlencoded': {
          schema: pageForm,
          examples: {
            sign_in: { value: { csrf_token: 'AZ…', user_id: 'sample-user', user_password: 'sample-password' } },
          },
        },
      },
    },
    responses: {
      '200': html('The person has signed out: a page that says so'),
      '303': back('with code, state and iss; or with error, error_description, state and iss (RFC 6749 4.1.2)'),
      '400': html(`The page again, with what is missing, wrong or too old. ${wrongRequest}`),
      '403': html('The form was not made for this browser and this request: the page again'),
      '429': html('Too many failures: a lock is in force'),
      '500': html('Something went wrong in the server'),
      '503': unable,
    },
  },
};

function back(parameters: string): Part {
  return { description: `Back to the callback URL, ${parameters}`, headers: headerRefs(['X-Request-Id']) };
}

function html(description: string): Part {
  return {
    description,
    headers: headerRefs(['X-Request-Id']),
    content: { 'text/html': { schema: { type: 'string' } } },
  };
}
