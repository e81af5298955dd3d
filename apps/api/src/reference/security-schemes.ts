import { accessType, realm, scope } from '@trading-platform/domain-types';
import type { ErrorLanguage } from '@trading-platform/domain-types/error-texts';

/** The addresses of the authentication server. */
export interface OAuthAddresses {
  readonly issuer: string;
  readonly idpSegment: string;
}

const scopeNames = scope.split(' ');

/** The second scheme describes how to get the token that the first scheme uses, so a call needs only one of them. */
export const securityOfEveryCall = [{ bearer: [] }, { oauth: scopeNames }];

const wordsIn = {
  en: {
    scope: 'Always requested together with the other scopes',
    bearer: 'The access token of any flow.',
    oauth:
      'The flows of the authentication server. The authorization code flow accepts PKCE (S256); the operator can make PKCE ' +
      'mandatory for a client. The form of the credentials flow calls its fields user_id and user_password, and has no grant_type. ' +
      'A service account of a member uses the client credentials, without a user and without a refresh token. ' +
      'The server describes itself at ',
  },
  ja: {
    scope: '常に他のスコープとともに要求する',
    bearer: 'いずれかのフローで取得したアクセストークン。',
    oauth:
      '認証サーバーのフロー。認可コードフローではPKCE（S256）を使用でき、クライアントに必須とすることもできる。資格情報フローのフォームの項目名は' +
      'user_idとuser_passwordで、grant_typeはない。会員のサービスアカウントはクライアントクレデンシャルを使用する（ユーザーとリフレッシュトークンはない）。' +
      'サーバーの定義: ',
  },
} as const;

/** Describes how callers authenticate, and the ways to get a token (Spec 4.1 to 4.4, 5). */
export function securitySchemes({ issuer, idpSegment }: OAuthAddresses, language: ErrorLanguage) {
  const words = wordsIn[language];
  const scopes = Object.fromEntries(scopeNames.map((name) => [name, words.scope]));
  const oauth = `${issuer}/${idpSegment}/oauth2`;
  const tokenUrl = `${oauth}/access_token?realm=${realm}`;
  return {
    bearer: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: words.bearer,
    },
    oauth: {
      type: 'oauth2',
      description: `${words.oauth}${issuer}/openapi.json`,
      flows: {
        authorizationCode: {
          authorizationUrl: `${oauth}/authorize?realm=${realm}&access_type=${accessType}`,
          tokenUrl,
          refreshUrl: tokenUrl,
          scopes,
        },
        clientCredentials: { tokenUrl, scopes },
        password: {
          tokenUrl: `${issuer}/api/credentials/access_token`,
          refreshUrl: tokenUrl,
          scopes,
        },
      },
    },
  };
}
