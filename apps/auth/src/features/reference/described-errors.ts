import { oauthError } from '@trading-platform/domain-types';
import { describedRecord } from '@trading-platform/domain-types/meanings';
import { mapped, type Part, ref } from './parts.js';

/** All errors of the endpoints for clients, with their status, their meaning, and the text of their answer (RFC 6749 5.2). */
const errors = {
  invalid_request: [400, 'A parameter is missing, repeated or wrong, or is in the query', 'Parameter missing: user_id'],
  invalid_client: [400, 'Client ID or client secret is wrong', 'Client authentication failed'],
  invalid_grant: [
    400,
    'User ID, password, code, refresh token, callback URL or verifier is wrong',
    'User ID or password is wrong',
  ],
  unauthorized_client: [400, 'The client may not use this flow', 'The client may not use the credentials flow'],
  unsupported_grant_type: [
    400,
    'There is no such grant_type',
    'grant_type must be authorization_code, refresh_token or client_credentials',
  ],
  authorization_pending: [
    400,
    'The user has not decided about the device yet: ask again after the interval',
    'The user has not decided yet',
  ],
  slow_down: [
    400,
    'The device asks too often: wait 5 seconds more from now on',
    'Wait 10 seconds between two requests',
  ],
  access_denied: [400, 'The user refused the device', 'The user refused the device'],
  expired_token: [400, 'The device code has expired: ask for a new one', 'The device code has expired'],
  invalid_scope: [400, 'scope is not a granted scope', 'The scope is not the granted one'],
} as const satisfies Readonly<Record<string, readonly [number, string, string]>>;

export type ErrorName = keyof typeof errors;

/** The examples of all errors, and the answers that all endpoints for clients have in common. */
export const errorExamples: Part = mapped(Object.keys(errors) as ErrorName[], (name) => {
  const [, meaning, error_description] = errors[name];
  return { summary: meaning, value: { error: name, error_description } };
});

export const commonRefusals: Part = {
  wrong_basic: refusal(
    'invalid_client: the client has used HTTP Basic, and its ID or secret is wrong',
    'invalid_client',
    ['WWW-Authenticate'],
  ),
  throttled: refusal('temporarily_unavailable: too many failures; a lock is in force', 'temporarily_unavailable', [
    'Retry-After',
  ]),
  unknown_client: refusal('not_found: there is no such client, or it has been deleted', 'not_found', []),
  unknown_user: refusal('not_found: there is no such user of the member, or it has been deleted', 'not_found', []),
  unknown_grant: refusal('not_found: the user has no such grant in force', 'not_found', []),
  failed: refusal('server_error: something went wrong in the server', 'server_error', []),
  unavailable: refusal(
    'temporarily_unavailable: the server is overloaded or without its database',
    'temporarily_unavailable',
    ['Retry-After'],
  ),
};

/** Describes the refusals of an endpoint for clients. */
export function refusalsOf(names: readonly ErrorName[], mediaTypes: readonly string[] = ['application/json']): Part {
  const description = names.map((name) => `${name}: ${errors[name][1]}`).join('; ');
  const examples = mapped(names, (name) => ({ $ref: `#/components/examples/${name}` }));
  const content = mapped(mediaTypes, (type) =>
    type === 'application/json' ? { schema: ref(oauthError), examples } : { schema: { type: 'string' } },
  );
  return {
    '400': { description, headers: headerRefs(['X-Request-Id']), content },
    '401': { $ref: '#/components/responses/wrong_basic' },
    '429': { $ref: '#/components/responses/throttled' },
    '500': { $ref: '#/components/responses/failed' },
    '503': { $ref: '#/components/responses/unavailable' },
  };
}

/** Describes the refusals of an endpoint that is called with an access token. */
export function bearerRefusals(): Part {
  const { '500': failed, '503': unavailable, '400': wrong } = refusalsOf(['invalid_request']);
  return {
    '400': wrong,
    '401': refusal('invalid_token: there is no access token, or it is not in force', 'invalid_token', [
      'WWW-Authenticate',
    ]),
    '403': refusal('insufficient_scope: the client may not ask', 'insufficient_scope', ['WWW-Authenticate']),
    '500': failed,
    '503': unavailable,
  };
}

export function headerRefs(names: readonly string[]): Part {
  return mapped(names, (name) => ({ $ref: `#/components/headers/${name}` }));
}

/** Describes a refusal that always has the same error code. */
export function refusal(description: string, error: string, ownHeaders: readonly string[]): Part {
  const example = { ...describedRecord(oauthError).example, error, error_description: 'See error; the log knows more' };
  return {
    description,
    headers: headerRefs(['X-Request-Id', ...ownHeaders]),
    content: {
      'application/json': { schema: ref(oauthError), example },
      'application/xml': { schema: { type: 'string' } },
    },
  };
}
