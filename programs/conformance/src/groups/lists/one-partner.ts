import { expectFieldsOfAll, expectShape, expectTexts, textOf } from '../../checks/records.js';
import { masterFields } from '../../contract/master-fields.js';
import { answerShape, type ObjectShape } from '../../contract/object-shape.js';
import {
  closingTermFields,
  nonTradingTermFields,
  partnerTermsFields,
  tradingDayFields,
} from '../../contract/partner-fields.js';
import { member, memberOf, scenarioSeller, unknownMember } from '../../market/members.js';
import { scenarios } from '../../market/scenarios/index.js';
import type { Answer, Fields } from '../../probe/answer.js';
import { download } from '../../probe/batches.js';
import type { Probe } from '../../probe/probe.js';
import type { Requirement } from '../../requirement/requirement.js';
import { dayOf } from '../../rules/calendar.js';

const needs = ['market'] as const;
const source = 'open-points: one-partner-and-one-product';
const daysTold = 42;

/** The shapes of the objects in an answer about the terms with one partner. */
export const termsShapes = [
  { ...answerShape('LST-501', 'terms'), title: 'The answer about terms' },
  {
    title: 'Terms',
    place: 'terms',
    fields: partnerTermsFields,
    lists: ['closing_list', 'nottrade_list', 'day_list'],
    names: 'LST-501',
    texts: 'LST-501',
  },
  {
    title: 'A closing time of terms',
    place: 'terms.closing_list',
    fields: closingTermFields,
    names: 'LST-501',
    texts: 'LST-501',
  },
  {
    title: 'A rule of terms',
    place: 'terms.nottrade_list',
    fields: nonTradingTermFields,
    names: 'LST-501',
    texts: 'LST-501',
  },
  { title: 'A day of terms', place: 'terms.day_list', fields: tradingDayFields, names: 'LST-501', texts: 'LST-501' },
] as const satisfies readonly ObjectShape[];

const productFields = masterFields.filter((field) => !['batch_id', 'seq', 'create_date'].includes(field));

/** The shapes of the objects in an answer about one product. */
export const productShapes = [
  { ...answerShape('LST-503', 'product'), title: 'The answer about a product' },
  {
    title: 'A product',
    place: 'product',
    fields: productFields,
    lists: ['buy', 'catalog'],
    names: 'LST-503',
    texts: 'LST-503',
  },
] as const satisfies readonly ObjectShape[];

const termsPath = (partner: string) => `/partners/${partner}/terms`;
const productPath = (partner: string, product: string) =>
  `/partners/${partner}/products/${encodeURIComponent(product)}`;

async function termsWith(probe: Probe, partner: string): Promise<Answer> {
  return (await probe.get(termsPath(partner))).expectNormal();
}

/**
 * Expects the shapes of an answer whose objects are in fields and not in lists. An outer shape comes before its inner
 * shapes.
 */
function expectShapes(answer: Answer, [whole, ...inner]: readonly [ObjectShape, ...ObjectShape[]]): void {
  expectShape(answer, whole);
  for (const { place, fields, lists } of inner) {
    let objects: readonly Fields[] = [answer.body];
    for (const field of place.split('.')) objects = objects.flatMap((object) => [object[field] as Fields].flat());
    expectFieldsOfAll(answer, objects, fields, place);
    expectTexts(answer, objects, place, lists);
  }
}

/** Finds a record in the master of `head` that has a line with an id. */
async function aProduct(probe: Probe): Promise<Fields> {
  const { records } = await download(probe, 'master', { member_code_list: [memberOf.head], exist_mc: '1' });
  return records.find((record) => catalogIdOf(record) !== '') ?? {};
}

function catalogIdOf(record: Fields): string {
  const [line = {}] = record['catalog'] as readonly Fields[];
  return textOf(line, 'catalog_id');
}

/** The seller of the first scenario. For `head`, this seller closes at 15:00 on every day. */
const closingSeller = scenarioSeller(scenarios.find(({ pair }) => pair?.orderclosing !== undefined)?.no ?? 0);

const everyDayAtThree = {
  general_flg: '0',
  oct_set_buyer_or_seller: '1',
  member_code_order_to: '',
  set_name: '',
  target: '0',
  closing_time: '15:00',
  delivery_period: '0',
  change_app_date: '',
};

const everyDayRefused = {
  general_flg: '0',
  member_code_order_to: '',
  rule: 'weekly',
  week_flg: '1111111',
  first_date: '',
  last_date: '',
  holiday_flg: '0',
  warning_type: '0',
};

/** Returns the different values that the days have in a field. */
function valuesOfDays(terms: Fields, field: string): readonly unknown[] {
  return [...new Set((terms['day_list'] as readonly Fields[]).map((day) => day[field]))];
}

/** Requirements about the terms with one partner, and about one product (Spec 10). */
export const onePartnerRequirements: readonly Requirement[] = [
  {
    id: 'LST-501',
    source: '10',
    says: 'GET /partners/{member_code_partner}/terms has the terms with one partner, with every value a text.',
    needs,
    check: async (probe) => {
      for (const partner of [member.closedSeller, closingSeller]) {
        const answer = await termsWith(probe, partner);
        expectShapes(answer, termsShapes);
      }
    },
  },
  {
    id: 'LST-502',
    source,
    says: 'The terms name buyer and seller, the order block of the pair, and 42 successive days.',
    needs,
    check: async (probe) => {
      for (const [partner, block] of [
        [member.blockedSeller, '1'],
        [member.seller, '0'],
      ] as const) {
        const answer = await termsWith(probe, partner);
        const terms = answer.body['terms'] as Fields;
        const told = ['member_code_buyer', 'member_code_seller', 'order_block_flg'].map((name) => terms[name]);
        answer.expectEqual(told, [memberOf.head, partner, block], 'buyer, seller and block');
        const days = (terms['day_list'] as readonly Fields[]).map((day) => dayOf(textOf(day, 'day')));
        const wanted = Array.from({ length: daysTold }, (_, place) => (days[0] ?? 0) + place);
        answer.expectEqual(days, wanted, 'the days');
      }
    },
  },
  {
    id: 'LST-505',
    source,
    says: 'The terms have the closing times and the rules that are in force, and each day shows their effect.',
    needs,
    check: async (probe) => {
      const closed = await termsWith(probe, member.closedSeller);
      const closedTerms = closed.body['terms'] as Fields;
      closed.expectEqual(closedTerms['nottrade_list'], [everyDayRefused], 'nottrade_list');
      closed.expectEqual(valuesOfDays(closedTerms, 'refused_by'), ['weekly'], 'refused_by of all days');
      const closing = await termsWith(probe, closingSeller);
      const closingTerms = closing.body['terms'] as Fields;
      closing.expectEqual(closingTerms['closing_list'], [everyDayAtThree], 'closing_list');
      closing.expectEqual(valuesOfDays(closingTerms, 'closing_time'), ['15:00'], 'closing_time of all days');
      closing.expectEqual(valuesOfDays(closingTerms, 'refused_by'), [''], 'refused_by of all days');
      const unlike = await termsWith(probe, member.settingSeller);
      const unlikeTerms = unlike.body['terms'] as Fields;
      const lists = [unlikeTerms['closing_list'], unlikeTerms['nottrade_list']];
      unlike.expectEqual(lists, [[], []], 'the lists of a seller without a setting in force');
    },
  },
  {
    id: 'LST-503',
    source: '10',
    says: 'GET /partners/{member_code_partner}/products/{product} finds a product by its catalog_id or its item_id, and returns the values of a master download.',
    needs,
    check: async (probe) => {
      const record = await aProduct(probe);
      const [line = {}] = record['catalog'] as readonly Fields[];
      for (const id of [catalogIdOf(record), textOf(line, 'item_id')]) {
        const answer = (await probe.get(productPath(textOf(record, 'member_code_partner'), id))).expectNormal();
        expectShapes(answer, productShapes);
        const product = answer.body['product'] as Fields;
        const valuesOf = (of: Fields) => productFields.map((field) => [field, of[field]]);
        answer.expectEqual(valuesOf(product), valuesOf(record), 'the values of the product');
      }
    },
  },
  {
    id: 'LST-504',
    source,
    says: 'An unknown partner, product or own member is refused with HTTP 404; so is a seller that asks for a product of the buyer.',
    needs,
    check: async (probe) => {
      const product = catalogIdOf(await aProduct(probe));
      const refused = [
        [termsPath(unknownMember), 'E000008'],
        [`${termsPath(member.seller)}?member_code_self=${member.stranger}`, 'E000008'],
        [productPath(member.seller, 'CK-NOBODY-HAS-THIS'), 'E000012'],
        [productPath(member.seller, 'a\u0000b'), 'E000012'],
        [productPath(unknownMember, product), 'E000012'],
      ] as const;
      const asSeller = await probe.get(productPath(memberOf.head, product), { as: 'seller' });
      asSeller.expectRefusal(404, ['', 'E000012']);
      for (const [path, code] of refused) (await probe.get(path)).expectRefusal(404, ['', code]);
    },
  },
];
