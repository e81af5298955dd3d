import { setTimeout as sleep } from 'node:timers/promises';
import { anOrder, newUploadNo, takenOrders } from '../../checks/orders.js';
import { expectShape, expectTextsOf, textOf } from '../../checks/records.js';
import { answerShape, type ObjectShape } from '../../contract/object-shape.js';
import { foundOrderFields, foundProductFields, foundSlipFields, partnerFields } from '../../contract/order-fields.js';
import { member } from '../../market/members.js';
import { orderLine, ownCode } from '../../market/order-products.js';
import type { Answer, Fields } from '../../probe/answer.js';
import { type EndedBatch, endedBatch } from '../../probe/batches.js';
import type { CallOptions, Probe } from '../../probe/probe.js';
import type { Requirement } from '../../requirement/requirement.js';

const source = 'open-points: find-anything';
const needs = ['market'] as const;
/** Changed numbers of slips and names of products can be found only some seconds later. */
const foundWithinMs = 20_000;
const askEveryMs = 500;

export const findPath = '/find';
const lists = ['slip_list', 'order_list', 'batch_list', 'product_list', 'partner_list'] as const;

function element(place: string, fields: readonly string[]): ObjectShape {
  return { title: `An element of ${place}`, place, fields, names: 'LST-602', texts: 'LST-602' };
}

/** The shapes of the objects in an answer of the search. */
export const findShapes = [
  { ...answerShape('LST-601', ...lists, 'complete_flg'), title: 'The answer of the search' },
  element('slip_list', foundSlipFields),
  element('order_list', foundOrderFields),
  element('product_list', foundProductFields),
  element('partner_list', partnerFields),
] as const;

/**
 * Repeats a search while its answer says that it is incomplete, because any record may be missing in it, and until what is
 * searched for is there. Gives up after the time that a change may need until it can be found.
 */
async function find(
  probe: Probe,
  text: string,
  options: CallOptions = {},
  isThere: (answer: Answer) => boolean = () => true,
): Promise<Answer> {
  const until = performance.now() + foundWithinMs * (probe.target.patience ?? 1);
  for (;;) {
    const answer = (await probe.get(`${findPath}?text=${encodeURIComponent(text)}`, options)).expectNormal();
    const isDone = answer.body['complete_flg'] !== '0' && isThere(answer);
    if (isDone || performance.now() > until) return answer;
    await sleep(askEveryMs);
  }
}

function findSoon(probe: Probe, text: string, isThere: (answer: Answer) => boolean): Promise<Answer> {
  return find(probe, text, {}, isThere);
}

/** A slip from an order of `head`, made once in a run. */
function orderedSlip(probe: Probe): Promise<{ readonly uploadNo: string; readonly result: Fields }> {
  return probe.once('slip to find', async () => {
    const uploadNo = newUploadNo();
    const [result = {}] = await takenOrders(probe, [anOrder({ upload_no: uploadNo })]);
    return { uploadNo, result };
  });
}

/** A batch without records, made once in a run. */
function aBatch(probe: Probe): Promise<EndedBatch> {
  const noSlips = { target_date_set: '2', target_date_from: '1990-01-01', target_date_to: '1990-01-01' };
  return probe.once('batch to find', () => endedBatch(probe, 'trade', noSlips));
}

function codesIn(answer: Answer, list: (typeof lists)[number], field: string): readonly string[] {
  return answer.list(list).map((record) => textOf(record, field));
}

/** Requirements about finding single records by one text. */
export const findRequirements: readonly Requirement[] = [
  {
    id: 'LST-601',
    source,
    says: 'GET /find: the answer has the envelope, a list for each kind and complete_flg.',
    check: async (probe) => expectShape(await find(probe, 'CK-NOBODY-HAS-THIS'), findShapes[0]),
  },
  {
    id: 'LST-602',
    source,
    says: 'GET /find: the elements of each list have exactly their fields, and every value is a string.',
    needs,
    check: async (probe) => {
      const { uploadNo } = await orderedSlip(probe);
      for (const text of [uploadNo, orderLine.standard, member.seller]) {
        const answer = await find(probe, text);
        for (const shape of findShapes.slice(1)) {
          expectShape(answer, shape);
          expectTextsOf(answer, shape);
        }
      }
    },
  },
  {
    id: 'LST-603',
    source,
    says: 'GET /find: trade_id and the beginning of an own upload_no find the slip; upload_no also finds the order.',
    needs,
    check: async (probe) => {
      const { uploadNo, result } = await orderedSlip(probe);
      const tradeId = textOf(result, 'trade_id');
      for (const text of [tradeId, uploadNo, uploadNo.slice(0, -1)]) {
        const answer = await find(probe, text);
        answer.expectEqual(codesIn(answer, 'slip_list', 'trade_id'), [tradeId], `the slips of ${text}`);
        const orders = text === tradeId ? [] : [uploadNo];
        answer.expectEqual(codesIn(answer, 'order_list', 'upload_no'), orders, `the orders of ${text}`);
      }
    },
  },
  {
    id: 'LST-604',
    source,
    says: 'GET /find: the beginning of check_number finds the slip soon after the order was accepted.',
    needs,
    check: async (probe) => {
      const { result } = await orderedSlip(probe);
      const tradeId = textOf(result, 'trade_id');
      const number = textOf(result, 'check_number');
      const has = (answer: Answer) => codesIn(answer, 'slip_list', 'trade_id').includes(tradeId);
      const answer = await findSoon(probe, number, has);
      answer.expect(has(answer), `${number} does not find the slip ${tradeId}`);
    },
  },
  {
    id: 'LST-605',
    source,
    says: 'GET /find: a catalog_id and an own code find the product; so does its name, in upper or lower case and in any width.',
    needs,
    check: async (probe) => {
      await findSoon(probe, orderLine.standard.toLowerCase(), hasStandard);
      for (const text of [orderLine.standard, ownCode.standard, orderLine.standard.toLowerCase()]) {
        const answer = await find(probe, text);
        answer.expect(hasStandard(answer), `${text} does not find the product ${orderLine.standard}`);
      }
    },
  },
  {
    id: 'LST-606',
    source,
    says: 'GET /find: the code of a partner finds the partner, and so does a word of its name.',
    needs,
    check: async (probe) => {
      const ofCode = await find(probe, member.blockedSeller);
      const [partner = {}] = ofCode.list('partner_list');
      ofCode.expectEqual(partner['member_code_partner'], member.blockedSeller, 'member_code_partner');
      const name = textOf(partner, 'member_name_partner');
      const ofName = await find(probe, name.toUpperCase());
      ofName.expect(
        codesIn(ofName, 'partner_list', 'member_code_partner').includes(member.blockedSeller),
        `${name} does not find its member`,
      );
    },
  },
  {
    id: 'LST-607',
    source,
    says: 'GET /find: batch_id finds an own batch.',
    check: async (probe) => {
      const { batchId } = await aBatch(probe);
      const answer = await find(probe, batchId);
      answer.expectEqual(codesIn(answer, 'batch_list', 'batch_id'), [batchId], 'batch_list');
    },
  },
  {
    id: 'LST-608',
    source,
    says: 'GET /find: other members do not find these records.',
    needs: ['market', 'other member'],
    check: async (probe) => {
      const { uploadNo, result } = await orderedSlip(probe);
      const { batchId } = await aBatch(probe);
      for (const text of [uploadNo, textOf(result, 'trade_id'), orderLine.standard, member.blockedSeller]) {
        const answer = await find(probe, text, { as: 'stranger' });
        for (const list of lists) answer.expectEqual(answer.list(list), [], `${list} of ${text}`);
      }
      const ofBatch = await find(probe, batchId, { as: 'stranger' });
      ofBatch.expectEqual(ofBatch.list('batch_list'), [], `batch_list of ${batchId}`);
    },
  },
  {
    id: 'LST-609',
    source,
    says: 'GET /find: a call without a text is refused with E000001; a text of more than 100 characters, with E000003.',
    check: async (probe) => {
      (await probe.get(findPath)).expectRefusal(400, ['text', 'E000001']);
      (await probe.get(`${findPath}?text=${'x'.repeat(101)}`)).expectRefusal(400, ['text', 'E000003']);
    },
  },
];

function hasStandard(answer: Answer): boolean {
  return codesIn(answer, 'product_list', 'catalog_id').includes(orderLine.standard);
}
