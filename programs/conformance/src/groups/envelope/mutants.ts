import { refusalMutants } from '../../checks/refusals.js';
import { answerShape } from '../../contract/object-shape.js';
import { errorFields } from '../../contract/order-fields.js';
import { alter, drop, errorDetail, moveFirst, put, rename } from '../../mutants/bodies.js';
import { hasHeader, readAs, says } from '../../mutants/calls.js';
import { header, refused, status, whenCall, whenStatus } from '../../mutants/edits.js';
import { fieldRows } from '../../mutants/fields.js';
import type { Mutant } from '../../mutants/mutant.js';
import { beforeApi, onApi } from '../../mutants/table.js';
import { refusedCalls } from './refused-calls.js';

const lists = '/ordermaster/list';
const type = (value: string) => header('content-type', value);
const anId = '019d2f4e-6f0a-7c3e-9b1d-2f6f0c6f7a11';
const isJapanese = hasHeader('accept-language', 'ja');
const inUnits = (code: unknown) => 'x'.repeat(String(code).length);
const refusing = (part: string) => whenCall(says(part), refused('', 'E000002'));

const entry = { title: 'An error', place: 'error_list', fields: errorFields, names: 'ENV-006', texts: 'ENV-006' };

export const envelopeMutants: readonly Mutant[] = [
  ...onApi(lists, [
    ['result comes first', 'ENV-001', moveFirst('', 'result')],
    ['error_list is named errors', 'ENV-001 ENV-004 ENV-005', rename('', 'error_list', 'errors')],
    ['error_list is named error_list[]', 'ENV-001 ENV-005', rename('', 'error_list', 'error_list[]')],
    ['the envelope comes last', 'ENV-001', moveFirst('', 'next_cursor'), moveFirst('', 'catalog_list')],
    ['request_id is a number', 'ENV-002', put('', 'request_id', 42)],
    ['request_id is a random UUID', 'ENV-002 ENV-003', put('', 'request_id', '3f2b8c6e-4a1d-4e55-9b7a-0c2d1e3f4a5b')],
    ['X-Request-Id differs from request_id', 'ENV-003', header('x-request-id', 'another')],
    ['there is no X-Request-Id', 'ENV-003', header('x-request-id')],
    ['result is a text', 'ENV-004 ENV-005', alter('', 'result', String)],
    ['error_list is null if there is no error', 'ENV-004', whenStatus(200, put('', 'error_list', null))],
    ['a normal answer has HTTP 201', 'ENV-004', whenStatus(200, status(201))],
    ['a refusal has result 2', 'ENV-005', whenStatus(400, put('', 'result', 2))],
    ['a refusal also has an empty list', 'ENV-005', whenStatus(400, put('', 'catalog_list', []))],
    ...fieldRows({ ...answerShape('ENV-005'), title: 'A refusal' }),
    ...fieldRows(entry),
    ['error_detail is empty', 'ENV-007', errorDetail('')],
    ['error_detail repeats the code', 'ENV-007', errorDetail('E000004')],
    ['error_detail is always in English', 'ENV-013', whenCall(isJapanese, errorDetail('Send a number from 1 on.'))],
    ['error_detail is always in Japanese', 'ENV-014', errorDetail('1 以上の数を送信してください。')],
    ['no header names the language', 'ENV-013 ENV-014', header('content-language')],
    ['caches may confuse the languages', 'ENV-013', header('vary')],
    [
      'the language is named although the caller did not ask for one',
      'ENV-014',
      header('content-language', 'en'),
      whenCall(isJapanese, header('content-language', 'ja')),
    ],
    ['refusals are HTML', 'ENV-008', whenStatus(400, type('text/html'))],
    ['answers are text', 'ENV-008', type('text/plain')],
    ['every call has the same request_id', 'ENV-009', put('', 'request_id', anId)],
    ['integers are refused', 'ENV-070', refusing('"sell_stop":1')],
    ['null is refused', 'ENV-071', refusing('null')],
    ['response_type is refused', 'ENV-072', refusing('response_type')],
    ['a body may be only 16 levels deep', 'ENV-075', refusing('['.repeat(17))],
    ['unknown fields are refused', 'ENV-076', refusing('colour')],
    ['known fields are also named', 'ENV-076 ENV-077', header('x-ignored-fields', 'limit')],
    ['a type with a character set is refused', 'ENV-079', whenCall(hasHeader('content-type', 'charset'), status(415))],
    ['only application/json is accepted in Accept', 'ENV-079', whenCall(hasHeader('accept', '*/*'), status(406))],
  ]),
  ...onApi(/./, [
    ['a 405 has no Allow', 'ENV-010', header('allow')],
    ['a GET is refused with HTTP 404', 'ENV-010', whenStatus(405, status(404))],
    ['there is no RateLimit-Remaining', 'ENV-011', header('ratelimit-remaining')],
    ['RateLimit-Reset is a date', 'ENV-011', header('ratelimit-reset', 'Mon, 23 Nov 2026 10:00:00 GMT')],
    ['RateLimit-Policy names one limit', 'ENV-012', header('ratelimit-policy', '600;w=60')],
    ['there is no RateLimit-Policy', 'ENV-012', header('ratelimit-policy')],
    ['unknown fields are not named', 'ENV-076 ENV-078', header('x-ignored-fields')],
  ]),
  ...beforeApi(lists, [['lengths count units of UTF-16', 'ENV-073', readAs('food_cat_large_code', inUnits)]]),
  ...onApi('/partner/list', [['codes must be texts', 'ENV-074', refusing('"code"')]]),
  ...onApi('/fc/price', [
    ['unknown fields are named for each element', 'ENV-078', header('x-ignored-fields', 'item[0].colour')],
  ]),
  ...onApi('/openapi.json', [
    ['the description needs a token', 'ENV-080', status(401)],
    ['the description is an older OpenAPI', 'ENV-080', put('', 'openapi', '3.0.3')],
    ['the description has no paths', 'ENV-080', drop('', 'paths')],
  ]),
  ...onApi('/docs/', [['there is no portal', 'ENV-081', status(404)]]),
  ...refusalMutants(refusedCalls),
];
