import type { Answer } from '../../probe/answer.js';
import type { Probe } from '../../probe/probe.js';
import { authorize, type Changes, callbackOf } from '../../probe/sign-in.js';
import type { Requirement } from '../../requirement/requirement.js';

const needs = ['redirect uri'] as const;
const pageErrors = 'open-points: errors-of-the-authorization-page';

/** If a request has this defect, the server must not redirect the browser. */
const shownOnly: readonly (readonly [id: string, says: string, changes: Changes])[] = [
  [
    'AUT-010',
    'An unknown client_id gets an error page with HTTP 400 and no redirect.',
    { client_id: 'nobody-knows-this-client' },
  ],
  [
    'AUT-011',
    'A redirect_uri that is not exactly the registered one gets an error page with HTTP 400 and no redirect.',
    { redirect_uri: 'https://attacker.example/callback' },
  ],
  ['AUT-012', 'A missing redirect_uri gets an error page with HTTP 400 and no redirect.', { redirect_uri: undefined }],
  ['AUT-013', 'A missing realm gets an error page with HTTP 400 and no redirect.', { realm: undefined }],
  ['AUT-014', 'A realm other than /api gets an error page with HTTP 400 and no redirect.', { realm: '/other' }],
];

/** A defect that the server reports to the application in the redirect. */
const toldBack: readonly (readonly [id: string, says: string, changes: Changes, error: string])[] = [
  [
    'AUT-020',
    'If response_type is missing, the redirect to the callback has the error invalid_request.',
    { response_type: undefined },
    'invalid_request',
  ],
  [
    'AUT-021',
    'If response_type is not code, the redirect to the callback has the error unsupported_response_type.',
    { response_type: 'token' },
    'unsupported_response_type',
  ],
  [
    'AUT-022',
    'If the scope is not the fixed one, the redirect to the callback has the error invalid_scope.',
    { scope: 'openid' },
    'invalid_scope',
  ],
  [
    'AUT-023',
    'If access_type is missing, the redirect to the callback has the error invalid_request.',
    { access_type: undefined },
    'invalid_request',
  ],
  [
    'AUT-024',
    'If access_type is not offline, the redirect to the callback has the error invalid_request.',
    { access_type: 'online' },
    'invalid_request',
  ],
];

/**
 * Requirements about the defects of an authorization request. The page shows some defects to the user; the redirect
 * reports the other defects to the application.
 */
export const defectRequirements: readonly Requirement[] = [
  ...shownOnly.map(([id, says, changes]) => ({
    id,
    source: '4.1',
    says,
    needs,
    check: async (probe: Probe) => (await authorize(probe, changes)).expectStatus(400).expectNoHeader('location'),
  })),
  ...toldBack.map(([id, says, changes, error]) => ({
    id,
    source: pageErrors,
    says,
    needs,
    check: async (probe: Probe) => toldError(await authorize(probe, changes), error),
  })),
];

function toldError(answer: Answer, error: string): void {
  answer.expectStatus(302, 303).expectEqual(callbackOf(answer).get('error'), error, 'error');
}
