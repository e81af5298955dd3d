import { anOrder, slipsWithIds, takenOrders } from '../../checks/orders.js';
import { expectShape, expectTextsOf, textOf } from '../../checks/records.js';
import { answerShape, type ObjectShape } from '../../contract/object-shape.js';
import { generatedOrderFields } from '../../contract/order-fields.js';
import type { Answer, Fields } from '../../probe/answer.js';
import { endedBatch, getRange } from '../../probe/batches.js';
import type { CallOptions, Probe } from '../../probe/probe.js';
import type { Requirement } from '../../requirement/requirement.js';
import { todayInJapan } from '../../rules/calendar.js';

export const path = '/order/generate';

const sentSlip = {
  title: 'A sent slip',
  place: 'result_list',
  fields: generatedOrderFields,
  names: 'ORD-101',
  texts: 'ORD-101',
} as const satisfies ObjectShape;

/** The shapes of the objects in an answer. */
export const shapes: readonly ObjectShape[] = [answerShape('ORD-101', 'result_list'), sentSlip];

const needs = ['market'] as const;
const nobody = 'CK-NOBODY-HAS-THIS';

/** Uploads new planned orders of `head`. Each check gets its own. */
async function planned(
  probe: Probe,
  count: number,
): Promise<{ readonly ids: readonly string[]; readonly versions: readonly string[] }> {
  const orders = Array.from({ length: count }, () => anOrder({ send_flg: '0' }));
  const results = await takenOrders(probe, orders);
  return {
    ids: results.map((result) => textOf(result, 'trade_id')),
    versions: results.map((result) => textOf(result, 'version')),
  };
}

function generate(
  probe: Probe,
  ids: readonly string[],
  versions?: readonly string[],
  options: CallOptions = {},
): Promise<Answer> {
  return probe.call(
    path,
    { trade_id_list: ids, ...(versions === undefined ? {} : { version_list: versions }) },
    options,
  );
}

/** Returns the current state of the given slips. */
async function slipsNow(probe: Probe, ids: readonly string[]): Promise<readonly Fields[]> {
  const { batchId } = await endedBatch(probe, 'trade', slipsWithIds(ids));
  return (await getRange(probe, 'trade', batchId, [1, ids.length])).expectNormal().list('trade');
}

async function expectStatuses(probe: Probe, answer: Answer, ids: readonly string[], status: string): Promise<void> {
  const slips = await slipsNow(probe, ids);
  const statuses = ids.map((id) => slips.find((slip) => slip['trade_id'] === id)?.['status_code']);
  answer.expectEqual(
    statuses,
    ids.map(() => status),
    'the status of the slips afterwards',
  );
}

/** Requirements about order generation (Spec 4.11). */
export const generationRequirements: readonly Requirement[] = [
  {
    id: 'ORD-101',
    source: '4.11',
    says: 'The answer to an order generation has trade_id and version of each slip, in the order of the request.',
    needs,
    check: async (probe) => {
      const { ids } = await planned(probe, 2);
      const asked = ids.toReversed();
      const answer = (await generate(probe, asked)).expectNormal();
      for (const shape of shapes) expectShape(answer, shape);
      expectTextsOf(answer, sentSlip);
      const results = answer.list('result_list');
      answer.expectEqual(
        results.map((result) => result['trade_id']),
        asked,
        'trade_id',
      );
    },
  },
  {
    id: 'ORD-102',
    source: 'open-points: slips-of-orders',
    says: 'A planned order that is sent has status 40 and the day of the sending.',
    needs,
    check: async (probe) => {
      const { ids } = await planned(probe, 1);
      const before = todayInJapan();
      const answer = (await generate(probe, ids)).expectNormal();
      const after = todayInJapan();
      const [slip = {}] = await slipsNow(probe, ids);
      const day = slip['send_date'] === after ? after : before;
      answer.expectEqual([slip['status_code'], slip['send_date']], ['40', day], 'status_code and send_date');
    },
  },
  {
    id: 'ORD-103',
    source: '4.11',
    says: 'The version of a slip grows when it is sent.',
    needs,
    check: async (probe) => {
      const { ids, versions } = await planned(probe, 1);
      const answer = (await generate(probe, ids, versions)).expectNormal();
      const version = Number(answer.list('result_list')[0]?.['version']);
      answer.expect(version > Number(versions[0]), `version is ${version}, and was ${versions[0]}`);
    },
  },
  {
    id: 'ORD-104',
    source: 'open-points: order-generation',
    says: 'A slip that was already sent is not changed, even if version_list names its version before the sending.',
    needs,
    check: async (probe) => {
      const { ids, versions } = await planned(probe, 1);
      const first = (await generate(probe, ids)).expectNormal().list('result_list');
      for (const repeated of [undefined, versions]) {
        const answer = (await generate(probe, ids, repeated)).expectNormal();
        answer.expectEqual(answer.list('result_list'), first, 'result_list of the repeat');
      }
    },
  },
  {
    id: 'ORD-105',
    source: '4.11',
    says: 'If a version differs from the stored one, the call is refused with HTTP 409 and E000013 at its place, and no slip is sent.',
    needs,
    check: async (probe) => {
      const { ids, versions } = await planned(probe, 2);
      const wrong = [versions[0]!, String(Number(versions[1]) + 5)];
      const answer = await generate(probe, ids, wrong);
      answer.expectRefusal(409, ['trade_id_list[1]', 'E000013']);
      await expectStatuses(probe, answer, ids, '10');
    },
  },
  {
    id: 'ORD-106',
    source: '4.11',
    says: 'If one slip does not exist, no other slip is sent.',
    needs,
    check: async (probe) => {
      const { ids } = await planned(probe, 1);
      const answer = await generate(probe, [...ids, nobody]);
      answer.expectRefusal(400, ['trade_id_list[1]', 'E000020']);
      await expectStatuses(probe, answer, ids, '10');
    },
  },
  {
    id: 'ORD-107',
    source: '7',
    says: 'A slip of another member is refused like one that does not exist.',
    needs,
    check: async (probe) => {
      const { ids } = await planned(probe, 1);
      const unknown = await generate(probe, [nobody], undefined, { as: 'stranger' });
      const foreign = await generate(probe, ids, undefined, { as: 'stranger' });
      foreign.expectRefusal(400, ['trade_id_list[0]', 'E000020']);
      foreign.expectEqual(foreign.body['error_list'], unknown.body['error_list'], 'error_list');
    },
  },
  {
    id: 'ORD-108',
    source: 'open-points: order-generation',
    says: 'The seller of a planned order cannot send it.',
    needs,
    check: async (probe) => {
      const { ids } = await planned(probe, 1);
      const answer = await generate(probe, ids, undefined, { as: 'seller' });
      answer.expectRefusal(400, ['trade_id_list[0]', 'E000020']);
      await expectStatuses(probe, answer, ids, '10');
    },
  },
  {
    id: 'ORD-109',
    source: 'open-points: order-generation',
    says: 'The list may contain a slip twice; both places get the same outcome.',
    needs,
    check: async (probe) => {
      const { ids } = await planned(probe, 1);
      const answer = (await generate(probe, [...ids, ...ids])).expectNormal();
      const [one, other, ...more] = answer.list('result_list');
      answer.expectEqual([other, more.length], [one, 0], 'the second outcome');
    },
  },
  {
    id: 'ORD-111',
    source: '4.11',
    says: 'If two calls send a slip at the same time, one succeeds; for the other, the slip is already sent, or it is refused with HTTP 409 and E000013.',
    needs,
    check: async (probe) => {
      const { ids, versions } = await planned(probe, 1);
      const answers = await Promise.all([generate(probe, ids, versions), generate(probe, ids, versions)]);
      const normal = answers.filter((answer) => answer.status === 200);
      answers[0].expect(normal.length > 0, 'neither has sent the slip');
      for (const answer of answers) {
        if (answer.status !== 200) answer.expectRefusal(409, ['trade_id_list[0]', 'E000013']);
        else
          answer.expectEqual(answer.expectNormal().list('result_list'), normal[0]?.list('result_list'), 'result_list');
      }
      await expectStatuses(probe, answers[1], ids, '40');
    },
  },
  {
    id: 'ORD-110',
    source: 'open-points: order-generation',
    says: 'If some errors have the status 400 and others 409, the answer is HTTP 400 and names all errors.',
    needs,
    check: async (probe) => {
      const { ids, versions } = await planned(probe, 1);
      const wrong = [String(Number(versions[0]) + 5), '1'];
      const answer = await generate(probe, [...ids, nobody], wrong);
      answer.expectRefusal(400, ['trade_id_list[0]', 'E000013'], ['trade_id_list[1]', 'E000020']);
    },
  },
];
