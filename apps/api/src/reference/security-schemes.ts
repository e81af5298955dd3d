import { accessType, realm, scope } from '@trading-platform/domain-types';

/** The addresses of the authentication server. */
export interface OAuthAddresses {
  readonly issuer: string;
  readonly idpSegment: string;
}

const scopes: Readonly<Record<string, string>> = Object.fromEntries(
  scope.split(' ').map((name) => [name, 'Always asked for, together with the other scopes']),
);

/** The second scheme describes how to get the token that the first scheme uses, so a call needs only one of them. */
export const securityOfEveryCall = [{ bearer: [] }, { oauth: Object.keys(scopes) }];

/** Describes how callers authenticate, and the ways to get a token (Spec 4.1 to 4.4, 5). */
export function securitySchemes({ issuer, idpSegment }: OAuthAddresses) {
  const oauth = `${issuer}/${idpSegment}/oauth2`;
  const tokenUrl = `${oauth}/access_token?realm=${realm}`;
  return {
    bearer: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: 'The access token of any flow.',
    },
    oauth: {
      type: 'oauth2',
      description:
        'The flows of the authentication server. The authorization code flow takes PKCE (S256), which a client can be ' +
        'bound to. The form of the credentials flow calls its fields user_id and user_password, and has no grant_type. ' +
        'A service account of a member uses the client credentials, without a user and without a refresh token. ' +
        `The server describes itself at ${issuer}/openapi.json.`,
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
