import {
  beforeApi,
  changeBody,
  drop,
  header,
  json,
  moveLast,
  onApi,
  put,
  rename,
  status,
  whenCall,
  whenStatus,
} from '../../mutants/edits.js';
import type { Mutant, PassedCall, Rule } from '../../mutants/mutant.js';
import { refusalMutants } from '../refused-call.js';
import { refusedCalls } from './refused-calls.js';

const all = /./;
const lists = '/ordermaster/list';
const sends = (text: string) => (call: PassedCall) => call.body.includes(text);

/** Refuses a call that is good. */
function refusing(path: string, isMeant: (call: PassedCall) => boolean = () => true): () => Rule {
  const body = {
    request_id: '019d2f4e-6f0a-7c3e-9b1d-2f6f0c6f7a11',
    result: 1,
    error_list: [{ error_item: '', error_code: 'E000002', error_detail: 'No.' }],
  };
  return onApi(
    path,
    whenCall(
      isMeant,
      status(400),
      json(() => body),
    ),
  );
}

const shapes: readonly Mutant[] = [
  {
    name: 'result stands first',
    noticedBy: ['ENV-001'],
    rule: onApi(
      lists,
      json((body) => ({ result: body['result'], ...body })),
    ),
  },
  {
    name: 'error_list is named errors',
    noticedBy: ['ENV-001', 'ENV-004', 'ENV-005'],
    rule: onApi(lists, rename('', 'error_list', 'errors')),
  },
  {
    name: 'error_list is named error_list[]',
    noticedBy: ['ENV-001', 'ENV-005'],
    rule: onApi(lists, rename('', 'error_list', 'error_list[]')),
  },
  {
    name: 'the envelope stands last',
    noticedBy: ['ENV-001'],
    rule: onApi(lists, moveLast('', 'request_id'), moveLast('', 'result'), moveLast('', 'error_list')),
  },
  { name: 'request_id is a number', noticedBy: ['ENV-002'], rule: onApi(lists, put('', 'request_id', 42)) },
  {
    name: 'request_id is a random UUID',
    noticedBy: ['ENV-002', 'ENV-003'],
    rule: onApi(lists, put('', 'request_id', '3f2b8c6e-4a1d-4e55-9b7a-0c2d1e3f4a5b')),
  },
  {
    name: 'X-Request-Id is another one',
    noticedBy: ['ENV-003'],
    rule: onApi(lists, header('x-request-id', 'another')),
  },
  { name: 'there is no X-Request-Id', noticedBy: ['ENV-003'], rule: onApi(lists, header('x-request-id', undefined)) },
  { name: 'result is a text', noticedBy: ['ENV-004', 'ENV-005'], rule: onApi(lists, put('', 'result', String)) },
  {
    name: 'error_list is null where there is none',
    noticedBy: ['ENV-004'],
    rule: onApi(lists, whenStatus(200, put('', 'error_list', null))),
  },
  { name: 'a normal answer is a 201', noticedBy: ['ENV-004'], rule: onApi(lists, whenStatus(200, status(201))) },
  { name: 'a refusal has result 2', noticedBy: ['ENV-005'], rule: onApi(lists, whenStatus(400, put('', 'result', 2))) },
  {
    name: 'a refusal has an empty list besides',
    noticedBy: ['ENV-005'],
    rule: onApi(lists, whenStatus(400, put('', 'catalog_list', []))),
  },
  {
    name: 'the code of an error stands first',
    noticedBy: ['ENV-006'],
    rule: onApi(
      lists,
      json((body) => {
        body['error_list'] = (body['error_list'] as Record<string, string>[]).map(({ error_code: code, ...rest }) => ({
          error_code: code,
          ...rest,
        }));
      }),
    ),
  },
  {
    name: 'errors in camelCase',
    noticedBy: ['ENV-006'],
    rule: onApi(lists, rename('error_list', 'error_code', 'errorCode')),
  },
  { name: 'error_item is null', noticedBy: ['ENV-006'], rule: onApi(lists, put('error_list', 'error_item', null)) },
  { name: 'error_detail is empty', noticedBy: ['ENV-007'], rule: onApi(lists, put('error_list', 'error_detail', '')) },
  {
    name: 'error_detail repeats the code',
    noticedBy: ['ENV-007'],
    rule: onApi(lists, put('error_list', 'error_detail', 'E000004')),
  },
  {
    name: 'refusals are HTML',
    noticedBy: ['ENV-008'],
    rule: onApi(lists, whenStatus(400, header('content-type', 'text/html'))),
  },
  { name: 'answers are text', noticedBy: ['ENV-008'], rule: onApi(lists, header('content-type', 'text/plain')) },
  {
    name: 'every call has the same request_id',
    noticedBy: ['ENV-009'],
    rule: onApi(lists, put('', 'request_id', '019d2f4e-6f0a-7c3e-9b1d-2f6f0c6f7a11')),
  },
  { name: 'a 405 has no Allow', noticedBy: ['ENV-010'], rule: onApi(all, header('allow', undefined)) },
  { name: 'a GET is HTTP 404', noticedBy: ['ENV-010'], rule: onApi(all, whenStatus(405, status(404))) },
  {
    name: 'there is no RateLimit-Remaining',
    noticedBy: ['ENV-011'],
    rule: onApi(all, header('ratelimit-remaining', undefined)),
  },
  {
    name: 'RateLimit-Reset is a date',
    noticedBy: ['ENV-011'],
    rule: onApi(all, header('ratelimit-reset', 'Mon, 23 Nov 2026 10:00:00 GMT')),
  },
  {
    name: 'RateLimit-Policy names one limit',
    noticedBy: ['ENV-012'],
    rule: onApi(all, header('ratelimit-policy', '600;w=60')),
  },
  {
    name: 'there is no RateLimit-Policy',
    noticedBy: ['ENV-012'],
    rule: onApi(all, header('ratelimit-policy', undefined)),
  },
];

const refused: readonly Mutant[] = [
  { name: 'integers are refused', noticedBy: ['ENV-070'], rule: refusing(lists, sends('"sell_stop":1')) },
  { name: 'null is refused', noticedBy: ['ENV-071'], rule: refusing(lists, sends('null')) },
  { name: 'response_type is refused', noticedBy: ['ENV-072'], rule: refusing(lists, sends('response_type')) },
  {
    name: 'lengths count units of UTF-16',
    noticedBy: ['ENV-073'],
    rule: beforeApi(
      lists,
      changeBody((body) => {
        body['food_cat_large_code'] = 'x'.repeat(String(body['food_cat_large_code']).length);
      }),
    ),
  },
  { name: 'codes must be texts', noticedBy: ['ENV-074'], rule: refusing('/partner/list', sends('"code"')) },
  { name: 'a body may be only 16 deep', noticedBy: ['ENV-075'], rule: refusing(lists, sends('['.repeat(17))) },
  { name: 'unknown fields are refused', noticedBy: ['ENV-076'], rule: refusing(lists, sends('colour')) },
  {
    name: 'unknown fields are not named',
    noticedBy: ['ENV-076', 'ENV-078'],
    rule: onApi(all, header('x-ignored-fields', undefined)),
  },
  {
    name: 'known fields are named as well',
    noticedBy: ['ENV-076', 'ENV-077'],
    rule: onApi(lists, header('x-ignored-fields', 'limit')),
  },
  {
    name: 'unknown fields of elements are named each',
    noticedBy: ['ENV-078'],
    rule: onApi('/fc/price', header('x-ignored-fields', 'item[0].colour, item[1].colour')),
  },
  {
    name: 'a type with a character set is refused',
    noticedBy: ['ENV-079'],
    rule: onApi(
      lists,
      whenCall(({ headers }) => (headers['content-type'] ?? '').includes('charset'), status(415)),
    ),
  },
  {
    name: 'only an Accept of application/json will do',
    noticedBy: ['ENV-079'],
    rule: onApi(
      lists,
      whenCall(({ headers }) => headers['accept'] === '*/*', status(406)),
    ),
  },
  { name: 'the description needs a token', noticedBy: ['ENV-080'], rule: onApi('/openapi.json', status(401)) },
  {
    name: 'the description is an older OpenAPI',
    noticedBy: ['ENV-080'],
    rule: onApi('/openapi.json', put('', 'openapi', '3.0.3')),
  },
  { name: 'the description has no paths', noticedBy: ['ENV-080'], rule: onApi('/openapi.json', drop('', 'paths')) },
  { name: 'there is no portal', noticedBy: ['ENV-081'], rule: onApi('/docs/', status(404)) },
];

export const envelopeMutants: readonly Mutant[] = [...shapes, ...refusedCalls.flatMap(refusalMutants), ...refused];
