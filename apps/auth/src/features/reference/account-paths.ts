import { bearerRefusals } from './described-errors.js';
import { named, type Part } from './parts.js';
import type { StandardAnswer } from './standard-answers.js';

/** Describes the calls about the grants of users, which are an addition to the contract. */
export function accountPaths(base: string, answer: (name: StandardAnswer) => Part): Part {
  const security = [{ bearer: [] }];
  const grantId = {
    name: 'grant_id',
    in: 'path',
    required: true,
    description: 'grant_id of the list (連携ID)',
    schema: { type: 'string', 'x-ja': '連携ID' },
    example: '3f0c',
  };
  return {
    [`${base}/grants`]: {
      get: {
        ...named('listOwnGrants', 'Account', 'What the user has allowed clients', 'The grants in force (連携一覧).'),
        security,
        responses: { '200': answer('own_grants'), ...bearerRefusals() },
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
