import { bearerRefusals } from './described-errors.js';
import { named, type Part, pathParameter } from './parts.js';
import type { StandardAnswer } from './standard-answers.js';

/** Describes the calls about the grants of users, which are an addition to the contract. */
export function accountPaths(base: string, answer: (name: StandardAnswer) => Part): Part {
  const security = [{ bearer: [] }];
  const grantId = pathParameter('grant_id', 'grant_id of the list', '連携ID', '3f0c');
  const clientId = pathParameter('client_id', 'client_id of a batch or of a grant', 'クライアントID', '0193c0f2');
  const subject = pathParameter('subject', 'user_id in the history of a slip', 'ユーザーID', '0193c0f3');
  return {
    [`${base}/grants`]: {
      get: {
        ...named('listOwnGrants', 'Account', 'The grants of the user', 'The grants in force (連携一覧).'),
        security,
        responses: { '200': answer('own_grants'), ...bearerRefusals() },
      },
    },
    [`${base}/clients/{client_id}`]: {
      get: {
        ...named(
          'readClientName',
          'Account',
          'The name of a client',
          'Works even after its grant has ended (クライアント名).',
        ),
        security,
        parameters: [clientId],
        responses: {
          '200': answer('client_name'),
          ...bearerRefusals(),
          '404': { $ref: '#/components/responses/unknown_client' },
        },
      },
    },
    [`${base}/users/{subject}`]: {
      get: {
        ...named('readUserName', 'Account', 'The login ID of a user', 'Of a user of the same member (ログインID).'),
        security,
        parameters: [subject],
        responses: {
          '200': answer('user_name'),
          ...bearerRefusals(),
          '404': { $ref: '#/components/responses/unknown_user' },
        },
      },
    },
    [`${base}/grants/{grant_id}`]: {
      delete: {
        ...named(
          'endOwnGrant',
          'Account',
          'End a grant of the user',
          'Its tokens are refused within seconds (連携解除).',
        ),
        security,
        parameters: [grantId],
        responses: {
          '200': answer('ended_grant'),
          ...bearerRefusals(),
          '404': { $ref: '#/components/responses/unknown_grant' },
        },
      },
    },
  };
}
