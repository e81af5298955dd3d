import { expectShape, expectTextsOf, listOf, objectsAt } from '../../checks/records.js';
import { memberOf, scenarioSeller } from '../../market/members.js';
import { scenarioCatalogId, scenarios } from '../../market/scenarios/index.js';
import type { Answer } from '../../probe/answer.js';
import type { Probe } from '../../probe/probe.js';
import type { Requirement } from '../../requirement/requirement.js';
import { todayInJapan } from '../../rules/calendar.js';
import { ask, datesIn, explain, shapes } from './delivery.js';
import { someProducts } from './some-products.js';

const unknownProduct = 'CK-NOBODY-HAS-THIS';
/** The scenario without any setting. The product of the scenario is delivered after three days. */
const threeDaysAlways = 134;
const isDate = /^\d{4}-\d{2}-\d{2}$/;

/** Asks for the delivery dates of known products of one seller and of one unknown product. */
async function known(probe: Probe): Promise<{ readonly answer: Answer; readonly asked: readonly string[] }> {
  const { pair, products } = await someProducts(probe);
  const [one = '', other = one] = products.map(({ catalogId }) => catalogId);
  const asked = [other, one, unknownProduct, one];
  const answer = await probe.once('some delivery dates', () =>
    ask(
      probe,
      pair,
      asked.map((catalog_id) => ({ catalog_id })),
    ),
  );
  return { answer, asked };
}

/** Requirements about the fields, values and order of an answer (Spec 4.5). */
export const shapeRequirements: readonly Requirement[] = [
  {
    id: 'DLV-001',
    source: '4.5',
    says: 'The answer has the envelope and details_list[].',
    check: async (probe) => {
      const { answer } = await known(probe);
      expectShape(answer.expectNormal(), shapes.answer);
    },
  },
  {
    id: 'DLV-002',
    source: '4.5',
    says: 'A product has exactly three fields, in the order of the contract.',
    check: async (probe) => {
      const { answer } = await known(probe);
      expectShape(answer, shapes.product);
      expectTextsOf(answer, shapes.product);
    },
  },
  {
    id: 'DLV-003',
    source: '4.5',
    says: 'An error of a product has errorItem, errorCode and errorDetail, in camelCase and in this order.',
    check: async (probe) => {
      const { answer } = await known(probe);
      answer.expect(objectsAt(answer, shapes.error.place).length > 0, 'an unknown product has no error');
      expectShape(answer, shapes.error);
      expectTextsOf(answer, shapes.error);
    },
  },
  {
    id: 'DLV-004',
    source: '4.5',
    says: 'The products are in the order of the request; a product that is requested twice is answered twice.',
    check: async (probe) => {
      const { answer, asked } = await known(probe);
      answer.expectEqual(
        answer.list('details_list').map((product) => product['catalog_id']),
        asked,
        'the products',
      );
    },
  },
  {
    id: 'DLV-005',
    source: '4.5',
    says: 'An unknown product has an empty date and E000012, but the whole call is not refused.',
    check: async (probe) => {
      const { answer } = await known(probe);
      const refused = datesIn(answer).filter(([catalogId]) => catalogId === unknownProduct);
      answer.expectEqual(refused, [[unknownProduct, '', 'E000012']], 'the unknown product');
    },
  },
  {
    id: 'DLV-006',
    source: '2',
    says: 'A shortest delivery date is written yyyy-MM-dd.',
    check: async (probe) => {
      const { answer } = await known(probe);
      const dates = datesIn(answer).flatMap(([, date]) => (date === '' ? [] : [date]));
      if (dates.length === 0) probe.cannotJudge('no requested product has a date');
      answer.expect(
        dates.every((date) => isDate.test(date)),
        `the dates are ${dates.join(', ')}`,
      );
    },
  },
  {
    id: 'DLV-007',
    source: 'open-points: time-zone',
    says: 'Without send_date, the order counts as sent now, in Japan time.',
    needs: ['market'],
    check: async (probe) => {
      const scenario = scenarios.find(({ no }) => no === threeDaysAlways);
      if (scenario === undefined) throw new RangeError('there is no such scenario');
      const pair = { self: memberOf.head, partner: scenarioSeller(scenario.no) };
      const days = [todayInJapan(3)];
      const answer = await ask(probe, pair, [{ catalog_id: scenarioCatalogId(scenario) }]);
      days.push(todayInJapan(3));
      const [[, date] = []] = datesIn(answer);
      answer.expect(days.includes(date ?? ''), `the date is ${date}, not three days from now (${days[0]})`);
    },
  },
  {
    id: 'DLV-008',
    source: 'open-points: buyer-or-seller-side',
    says: 'A seller that requests the dates of its buyer at the same path gets the same dates as the buyer.',
    needs: ['market'],
    check: async (probe) => {
      const questions = [{ catalog_id: 'CK-P1' }, { catalog_id: 'CK-P3' }];
      const sendDate = '2027-03-02 10:00:00';
      const buyer = await ask(probe, { self: memberOf.head, partner: memberOf.seller, sendDate }, questions);
      const seller = await ask(
        probe,
        { self: memberOf.seller, partner: memberOf.head, sendDate, as: 'seller' },
        questions,
      );
      seller.expectEqual(datesIn(seller), datesIn(buyer), 'product, date and errors');
      seller.expectEqual(datesIn(seller)[0], ['CK-P1', '2027-03-02'], 'the first product');
    },
  },
  {
    id: 'DLV-009',
    source: '10',
    says: 'The explanation is the answer of 4.5, but each product also has step_list[] with the six fields of a step.',
    check: async (probe) => {
      const { pair, products } = await someProducts(probe);
      const questions = products.slice(0, 3).map(({ catalogId }) => ({ catalog_id: catalogId }));
      const plain = await ask(probe, pair, questions);
      const explained = await ask(probe, pair, questions, explain);
      explained.expectEqual(datesIn(explained), datesIn(plain), 'product, date and errors');
      expectShape(explained, shapes.explained);
      const isExplained = explained.list('details_list').every((product) => listOf(product, 'step_list').length > 0);
      explained.expect(isExplained, 'a product has no step');
      expectShape(explained, shapes.step);
    },
  },
];
