import { refusal } from '../../checks/refusals.js';
import { envelopeFields } from '../../contract/object-shape.js';
import { errorFields } from '../../contract/order-fields.js';
import type { Answer } from '../../probe/answer.js';
import type { Probe } from '../../probe/probe.js';
import type { Requirement } from '../../requirement/requirement.js';
import { refusedCalls } from './refused-calls.js';

const uuidV7 = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
const lists = '/ordermaster/list';
const reading = 'open-points: how-request-values-are-read';
const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const resultValues = 'open-points: values-of-result';

const shapes: readonly Requirement[] = [
  {
    id: 'ENV-001',
    source: '2.2',
    says: 'Every normal answer begins with request_id, result and error_list.',
    check: async (probe) => {
      const answer = await known(probe);
      answer.expectEqual(Object.keys(answer.body).slice(0, envelopeFields.length), envelopeFields, 'the first fields');
    },
  },
  {
    id: 'ENV-002',
    source: resultValues,
    says: 'request_id is a UUID of version 7.',
    check: async (probe) => {
      const answer = await known(probe);
      answer.expect(uuidV7.test(answer.string('request_id')), `request_id is ${answer.string('request_id')}`);
    },
  },
  {
    id: 'ENV-003',
    source: resultValues,
    says: 'X-Request-Id is the request_id.',
    check: async (probe) => {
      const answer = await known(probe);
      answer.expectHeader('x-request-id', answer.string('request_id'));
    },
  },
  {
    id: 'ENV-004',
    source: '2.2',
    says: 'A normal answer has result 0, an integer, and an empty error_list.',
    check: async (probe) => (await known(probe)).expectNormal(),
  },
  {
    id: 'ENV-005',
    source: '2.2',
    says: 'A refusal has result 1, and contains only the envelope.',
    check: async (probe) => {
      const answer = await refused(probe);
      answer.expectFields(answer.body, envelopeFields, 'the body').expectEqual(answer.body['result'], 1, 'result');
    },
  },
  {
    id: 'ENV-006',
    source: '2.2',
    says: 'An entry of error_list has error_item, error_code and error_detail, in this order, all of them texts.',
    check: async (probe) => {
      const answer = await refused(probe);
      const [entry] = answer.list('error_list');
      answer.expectFields(entry, errorFields, 'error_list[0]');
      answer.expect(
        Object.values(entry ?? {}).every((value) => typeof value === 'string'),
        'one of these fields is not a text',
      );
    },
  },
  {
    id: 'ENV-007',
    source: '7',
    says: 'error_detail is a sentence that says what to do; it is never empty.',
    check: async (probe) => {
      const answer = await refused(probe);
      const detail = answer.list('error_list')[0]?.['error_detail'];
      const isSentence = typeof detail === 'string' && /\S \S/.test(detail);
      answer.expect(isSentence, `error_detail is ${JSON.stringify(detail)}`);
    },
  },
  {
    id: 'ENV-013',
    source: 'open-points: language-of-error_detail',
    says: 'With Accept-Language: ja, error_detail is in Japanese, and Content-Language names the language.',
    check: async (probe) => {
      const answer = await refusedIn(probe, 'ja-JP,ja;q=0.9,en;q=0.8');
      answer.expectHeader('content-language', 'ja').expectHeader('vary', /\baccept-language\b/i);
      answer.expect(japanese.test(detailOf(answer)), `error_detail is ${detailOf(answer)}`);
    },
  },
  {
    id: 'ENV-014',
    source: 'open-points: language-of-error_detail',
    says: 'error_detail is in English without Accept-Language, and also for languages that the platform does not offer.',
    check: async (probe) => {
      const english = await refused(probe);
      english.expectNoHeader('content-language');
      english.expect(!japanese.test(detailOf(english)), `error_detail is ${detailOf(english)}`);
      const answer = (await refusedIn(probe, 'fr')).expectHeader('content-language', 'en');
      answer.expectEqual(detailOf(answer), detailOf(english), 'error_detail');
    },
  },
  {
    id: 'ENV-008',
    source: '4',
    says: 'Normal answers and refusals are application/json.',
    check: async (probe) => {
      for (const answer of [await known(probe), await refused(probe)]) {
        answer.expectHeader('content-type', /^application\/json\b/i);
      }
    },
  },
  {
    id: 'ENV-009',
    source: '2.2',
    says: 'Each call has its own request_id.',
    check: async (probe) => {
      const [first, second] = [await known(probe), await refused(probe)];
      second.expect(first.string('request_id') !== second.string('request_id'), 'two calls have the same request_id');
    },
  },
  {
    id: 'ENV-010',
    source: '7',
    says: 'HTTP 405 names the possible methods in Allow.',
    check: async (probe) =>
      (await probe.get('/master/download/buy/request')).expectStatus(405).expectHeader('allow', /\bPOST\b/),
  },
  {
    id: 'ENV-011',
    source: 'open-points: number-of-calls',
    says: 'RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset show the limit of the caller and the calls that are left.',
    check: async (probe) => {
      const answer = await known(probe);
      for (const name of ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'])
        answer.expectHeader(name, /^\d+$/);
    },
  },
  {
    id: 'ENV-012',
    source: 'open-points: number-of-calls',
    says: 'RateLimit-Policy names both limits: the limit of the token and the limit of the client.',
    check: async (probe) => (await known(probe)).expectHeader('RateLimit-Policy', /^\d+;w=\d+,\s*\d+;w=\d+$/),
  },
];

const accepted: readonly Requirement[] = [
  taken('ENV-070', reading, 'Coded values may be sent as integers.', { sell_stop: 1, limit: '1' }),
  taken('ENV-071', reading, 'null, "", [] and [{}] count as not sent.', {
    sell_stop: null,
    food_cat_large_code: '',
    mc_upd_date_from: null,
    cursor: '',
  }),
  taken('ENV-072', '4', 'response_type json is accepted.', { response_type: 'json', limit: '1' }),
  taken('ENV-073', 'open-points: limits-of-our-own', 'Lengths are counted in characters, not in units of UTF-16.', {
    food_cat_large_code: '𠮷𠮷',
  }),
  {
    id: 'ENV-074',
    source: reading,
    says: 'An element of a list of codes may be an object with one code under any key.',
    check: async (probe) =>
      (
        await probe.call('/partner/list', { client_member_code_list: ['1', { code: '2', note: null }, { any: '3' }] })
      ).expectNormal(),
  },
  {
    id: 'ENV-075',
    source: 'open-points: bounds-of-a-body',
    says: 'A body with 32 levels is accepted.',
    check: async (probe) =>
      (await probe.call(lists, `{"limit":"1","x":${'['.repeat(31)}${']'.repeat(31)}}`)).expectNormal(),
  },
  {
    id: 'ENV-076',
    source: '4',
    says: 'Fields that a function does not know are ignored, and named in X-Ignored-Fields.',
    check: async (probe) => {
      const answer = (await probe.call(lists, { limit: '1', colour: 'red' })).expectNormal();
      answer.expectHeader('x-ignored-fields', 'colour');
    },
  },
  {
    id: 'ENV-077',
    source: 'open-points: unknown-fields',
    says: 'Without such a field there is no X-Ignored-Fields.',
    check: async (probe) => (await known(probe)).expectNoHeader('x-ignored-fields'),
  },
  {
    id: 'ENV-078',
    source: 'open-points: unknown-fields',
    says: 'Unknown fields of list elements are named once, as item[].colour.',
    check: async (probe) => {
      const product = {
        member_code_store: '1',
        catalog_id: '1',
        price: '1',
        order_send_date: '2026-01-01',
        delivery_date: '2026-01-01',
        colour: 'red',
      };
      const answer = await probe.call('/fc/price', { item: [product, product] });
      answer.expectStatus(200).expectHeader('x-ignored-fields', 'item[].colour');
    },
  },
  {
    id: 'ENV-079',
    source: '4',
    says: 'application/json with charset=utf-8 is accepted, and so is */* in Accept.',
    check: async (probe) => {
      const headers = { 'Content-Type': 'application/json; charset=utf-8', Accept: '*/*' };
      (await probe.call(lists, { limit: '1' }, { headers })).expectNormal();
    },
  },
  {
    id: 'ENV-080',
    source: '10',
    says: '/openapi.json describes the data API as OpenAPI 3.1, without a token.',
    check: async (probe) => {
      const { origin } = new URL(probe.target.apiUrl);
      const answer = (await probe.send({ url: `${origin}/openapi.json` })).expectStatus(200);
      answer.expect(answer.string('openapi').startsWith('3.1.'), `openapi is ${answer.string('openapi')}`);
      const paths = Object.keys(answer.body['paths'] ?? {});
      answer.expect(
        paths.some((path) => path.endsWith('/trade/download/get')),
        'it does not describe the trade download',
      );
    },
  },
  {
    id: 'ENV-081',
    source: '10',
    says: '/docs/ is a portal for people, without a token.',
    level: 'should',
    check: async (probe) => {
      const { origin } = new URL(probe.target.apiUrl);
      (await probe.send({ url: `${origin}/docs/` })).expectStatus(200).expectHeader('content-type', /^text\/html/i);
    },
  },
];

export const envelopeRequirements: readonly Requirement[] = [...shapes, ...refusedCalls.map(refusal), ...accepted];

/** Makes a successful call once. Several checks share its answer. */
function known(probe: Probe): Promise<Answer> {
  return probe.once('normal answer', async () => (await probe.call(lists, { limit: '1' })).expectStatus(200));
}

/** Makes a call that is refused. `Accept-Language` asks for some languages. */
async function refusedIn(probe: Probe, languages: string): Promise<Answer> {
  const headers = { 'Accept-Language': languages };
  return (await probe.call(lists, { limit: '0' }, { headers })).expectStatus(400);
}

function detailOf(answer: Answer): string {
  return String(answer.list('error_list')[0]?.['error_detail']);
}

/** Makes a refused call once. Several checks share its answer. */
function refused(probe: Probe): Promise<Answer> {
  return probe.once('refusal', async () => (await probe.call(lists, { limit: '0' })).expectStatus(400));
}

function taken(id: string, source: string, says: string, body: object): Requirement {
  return { id, source, says, check: async (probe) => (await probe.call(lists, body)).expectNormal() };
}
