import type { RefusedCall } from '../../checks/refusals.js';
import { wrongFields } from './wrong-fields.js';

const request = '/master/download/buy/request';
const trade = '/trade/download/request';
const order = 'open-points: order-of-checks';
const refusals = 'open-points: what-a-refusal-lists';
const text = { 'Content-Type': 'text/plain' };
const noToken = { Authorization: '' };
const tooLarge = `{"x":"${'a'.repeat(1_100_000)}"}`;

/** Requirements about calls with a wrong path, token, type or body. */
const unreadable: readonly RefusedCall[] = [
  {
    id: 'ENV-020',
    source: '7',
    says: 'An unknown path is refused with HTTP 404 and E700004.',
    path: '/nowhere',
    body: {},
    status: 404,
    errors: [['', 'E700004']],
  },
  {
    id: 'ENV-021',
    source: order,
    says: 'A missing token is reported before anything about the body: HTTP 401 and E100002.',
    path: request,
    body: '{',
    options: { headers: { ...noToken, ...text } },
    status: 401,
    errors: [['', 'E100002']],
  },
  {
    id: 'ENV-022',
    source: '7',
    says: 'A body whose type is not application/json is refused with HTTP 415 and E700002.',
    path: request,
    body: '{}',
    options: { headers: text },
    status: 415,
    errors: [['', 'E700002']],
  },
  {
    id: 'ENV-023',
    source: '7',
    says: 'An Accept that does not allow application/json is refused with HTTP 406 and E700003.',
    path: request,
    body: {},
    options: { headers: { Accept: 'text/html' } },
    status: 406,
    errors: [['', 'E700003']],
  },
  {
    id: 'ENV-024',
    source: '7',
    says: 'A body that is not JSON is refused with E700001.',
    path: request,
    body: '{"exist_mc":',
    errors: [['', 'E700001']],
  },
  {
    id: 'ENV-025',
    source: 'open-points: bounds-of-a-body',
    says: 'A body with more than 32 levels is refused with E700001.',
    path: request,
    body: `{"x":${'['.repeat(40)}${']'.repeat(40)}}`,
    errors: [['', 'E700001']],
  },
  {
    id: 'ENV-026',
    source: '7',
    says: 'A body of more than 1 MB is refused with HTTP 413 and E700006.',
    path: request,
    body: tooLarge,
    status: 413,
    errors: [['', 'E700006']],
  },
  {
    id: 'ENV-027',
    source: refusals,
    says: 'A body that is JSON but not an object is refused with E000002 and an empty error_item.',
    path: request,
    body: '["1"]',
    errors: [['', 'E000002']],
  },
  {
    id: 'ENV-028',
    source: order,
    says: 'A body that is too large is reported before its type.',
    path: request,
    body: tooLarge,
    options: { headers: text },
    status: 413,
    errors: [['', 'E700006']],
  },
  {
    id: 'ENV-029',
    source: order,
    says: 'A wrong type is reported before an unreadable body.',
    path: request,
    body: '{',
    options: { headers: text },
    status: 415,
    errors: [['', 'E700002']],
  },
  {
    id: 'ENV-030',
    source: order,
    says: 'An unreadable body is reported before its fields.',
    path: trade,
    body: '{',
    errors: [['', 'E700001']],
  },
  {
    id: 'ENV-031',
    source: order,
    says: 'An unknown path is reported before a missing token.',
    path: '/nowhere',
    body: {},
    options: { headers: noToken },
    status: 404,
    errors: [['', 'E700004']],
  },
  {
    id: 'ENV-032',
    source: order,
    says: 'A wrong method is reported before a missing token: HTTP 405 and E700005.',
    path: request,
    body: undefined,
    options: { method: 'GET', headers: noToken },
    status: 405,
    errors: [['', 'E700005']],
  },
];

export const refusedCalls: readonly RefusedCall[] = [...unreadable, ...wrongFields];
