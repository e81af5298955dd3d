import { alter, drop, emptied, errorCode, list, put, shortened, withT } from '../../mutants/bodies.js';
import { isAt } from '../../mutants/calls.js';
import { accepted, jsonOf, status, whenStatus } from '../../mutants/edits.js';
import { fieldRows } from '../../mutants/fields.js';
import type { Fields, Mutant, Rule } from '../../mutants/mutant.js';
import { byRule, onApi, pretending, remembering } from '../../mutants/table.js';
import { attemptShape, endpointShape, endpoints, listedShape, madeShape } from './endpoints.js';

const one = /^\/event-endpoints\/[^/]+$/;
const about = /^\/event-endpoints\//;
const rotate = /^\/event-endpoints\/[^/]+\/rotate$/;
const test = /^\/event-endpoints\/[^/]+\/test$/;
const replay = /^\/event-endpoints\/[^/]+\/replay$/;
const attempts = /^\/event-endpoints\/[^/]+\/attempts$/;
const otherSecret = `whsec_${Buffer.alloc(32).toString('base64')}`;

/** Shows all endpoints to everybody. */
const shownToAll = remembering(() => {
  const made: unknown[] = [];
  return (answer, call) => {
    if (!isAt('api', endpoints)(call)) return;
    const isMade = call.method === 'POST' && answer.status === 200;
    if (isMade) made.push(jsonOf(answer.body)?.['endpoint']);
    else list('endpoint_list', (shown) => [...shown, ...made])(answer, call);
  };
});

/** Answers a rotation with the old secret of the endpoint. */
const oldSecret = remembering(() => {
  let secret: unknown;
  return (answer, call) => {
    if (isAt('api', endpoints)(call) && call.method === 'POST') {
      secret = (jsonOf(answer.body)?.['endpoint'] as Fields | undefined)?.['secret'];
    } else if (isAt('api', rotate)(call)) put('endpoint', 'secret', secret)(answer, call);
  };
});

/** Passes each call on twice. */
const twice = (where: RegExp) => (): Rule => async (call, pass) => {
  if (isAt('api', where)(call)) await pass();
  return pass();
};

/** Mutants with wrong endpoints of events, and wrong messages. */
export const endpointMutants: readonly Mutant[] = [
  ...onApi(endpoints, [
    ...fieldRows(madeShape),
    ...fieldRows(endpointShape),
    ...fieldRows(listedShape),
    ['a new endpoint is enabled', 'EVT-020', put('endpoint', 'enabled', '1')],
    ['a new endpoint gets other types', 'EVT-020', put('endpoint', 'types', 'trade.*')],
    ['a secret has only five bytes', 'EVT-020', put('endpoint', 'secret', 'whsec_c2hvcnQ=')],
    ['the time of an endpoint has the form of ISO 8601', 'EVT-020', alter('endpoint', 'created', withT)],
    ['the list contains secrets', 'EVT-021', put('endpoint_list', 'secret', otherSecret)],
    ['the list of endpoints is empty', 'EVT-021', emptied('endpoint_list')],
    ['wrong values of an endpoint are accepted', 'EVT-028 EVT-029', whenStatus(400, accepted({ endpoint: {} }))],
    ['wrong values of an endpoint are refused with HTTP 422', 'EVT-028 EVT-029', whenStatus(400, status(422))],
    ['every wrong address gets E000004', 'EVT-029', whenStatus(400, errorCode('E000004'))],
    ['every wrong address gets E000002', 'EVT-029', whenStatus(400, errorCode('E000002'))],
    ['an endpoint above the limit is refused with HTTP 409', 'EVT-031', whenStatus(400, status(409))],
    ['an endpoint above the limit gets E100003', 'EVT-031', whenStatus(400, errorCode('E100003'))],
    ['an endpoint above the limit is made', 'EVT-031', whenStatus(400, accepted({ endpoint: { endpoint_id: 'x' } }))],
    [
      'the secret in the answer is not the one that signs',
      'EVT-032 EVT-034 EVT-035',
      put('endpoint', 'secret', otherSecret),
    ],
    ['an endpoint that answers 410 stays enabled', 'EVT-038', put('endpoint_list', 'enabled', '1')],
    ['an endpoint that answers 410 is shown as failing', 'EVT-038', put('endpoint_list', 'disabled_reason', 'failing')],
  ]),
  ...onApi(one, [
    ['a change of an endpoint sets nothing', 'EVT-022', put('endpoint', 'types', 'batch.ended')],
    ['a change of an endpoint loses its description', 'EVT-022', put('endpoint', 'description', '')],
    ['the answer to a change of an endpoint has a secret', 'EVT-022', put('endpoint', 'secret', otherSecret)],
    ['an endpoint is enabled without a test', 'EVT-023', whenStatus(400, accepted({ endpoint: {} }))],
    ['enabling an untested endpoint gets E000022', 'EVT-023', whenStatus(400, errorCode('E000022'))],
  ]),
  ...onApi(about, [
    ['an unknown endpoint gets E000009', 'EVT-025 EVT-026 EVT-027', whenStatus(404, errorCode('E000009'))],
    ['an unknown endpoint is refused with HTTP 403', 'EVT-025 EVT-026 EVT-027', whenStatus(404, status(403))],
    ['an unknown endpoint gets a normal answer', 'EVT-025 EVT-026 EVT-027', whenStatus(404, accepted())],
    ['a wrong replay is accepted', 'EVT-030', whenStatus(400, accepted())],
    ['a wrong replay gets E000004', 'EVT-030', whenStatus(400, errorCode('E000004'))],
  ]),
  ...onApi(rotate, [
    ['the answer to a rotation has no secret', 'EVT-024', drop('endpoint', 'secret')],
    ['the answer to a rotation has a secret that does not sign', 'EVT-035', put('endpoint', 'secret', otherSecret)],
  ]),
  ...onApi(test, [
    ['a successful test does not enable the endpoint', 'EVT-032', put('endpoint', 'enabled', '0')],
    ['a failed test enables the endpoint', 'EVT-033', put('endpoint', 'enabled', '1')],
    ['the answer to a test lacks its attempt', 'EVT-032', drop('', 'attempt')],
  ]),
  ...onApi(attempts, [
    ...fieldRows(attemptShape),
    ['every attempt has HTTP 200', 'EVT-033 EVT-037', put('attempt_list', 'status', '200')],
    ['no attempt has an answer', 'EVT-033', put('attempt_list', 'answer', '')],
    ['no attempt says when it is repeated', 'EVT-037', put('attempt_list', 'next_at', '')],
    ['the attempts lack the first one', 'EVT-033', shortened('attempt_list')],
    ['a wrong cursor of attempts is refused with HTTP 404', 'EVT-030', whenStatus(400, status(404))],
  ]),
  ...onApi('/events', [
    ['GET /events returns another event than the pushed one', 'EVT-034', put('event_list', 'sequence', '1')],
  ]),
  ...byRule([
    ['endpoints are shown to everybody', 'EVT-026 EVT-027', shownToAll],
    ['the answer to a rotation has the old secret', 'EVT-024', oldSecret],
    ['an endpoint cannot be removed', 'EVT-025', pretending((call) => one.test(call.path) && call.method === 'DELETE')],
    ['a test pushes two messages', 'EVT-032', twice(test)],
    ['a rotation ends the old secret at once', 'EVT-035', twice(rotate)],
    ['a replay pushes nothing', 'EVT-036', pretending(isAt('api', replay))],
  ]),
];
