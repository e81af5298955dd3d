import { anOrder, newUploadNo, slipsWithIds, takenOrders } from '../../checks/orders.js';
import { expectShape, expectTextsOf, textOf } from '../../checks/records.js';
import { answerShape, type ObjectShape } from '../../contract/object-shape.js';
import { shownSlipFields, slipActorFields, slipChangeFields } from '../../contract/trade-fields.js';
import { member, memberOf } from '../../market/members.js';
import type { Answer, Fields } from '../../probe/answer.js';
import { download, endedBatch } from '../../probe/batches.js';
import type { CallOptions, Probe } from '../../probe/probe.js';
import type { Requirement } from '../../requirement/requirement.js';

const source = 'open-points: one-slip-and-its-history';
const needs = ['market'] as const;
const dayTime = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;
const lists = ['partner_group_list', 'detail_list', 'actions'];
const nobody = 'CK-NOBODY-HAS-THIS';

const slipShape: ObjectShape = {
  title: 'A single slip',
  place: 'trade',
  fields: shownSlipFields,
  lists,
  names: 'TRD-139',
  texts: 'TRD-139',
};
const changeShape: ObjectShape = {
  title: 'A change of a slip',
  place: 'history_list',
  fields: slipChangeFields,
  lists: ['by', 'changed'],
  names: 'TRD-145',
  texts: 'TRD-145',
};

/** The shapes of the objects in the answers about one slip, and about its history. */
export const slipShapes = [
  { ...answerShape('TRD-139', 'trade'), title: 'The answer about a slip' },
  slipShape,
] as const satisfies readonly ObjectShape[];
export const historyShapes = [
  { ...answerShape('TRD-145', 'history_list', 'next_cursor'), title: 'The answer about a history' },
  changeShape,
] as const satisfies readonly ObjectShape[];

/** The slip from an order of `head`, made once in a run. */
function orderedSlip(probe: Probe): Promise<Fields> {
  return probe.once('slip asked for alone', async () => (await takenOrders(probe, [anOrder()]))[0] ?? {});
}

/** A slip of `head` that was planned and then sent, made once in a run. */
function sentSlip(probe: Probe): Promise<string> {
  return probe.once('slip with a history', async () => {
    const [result = {}] = await takenOrders(probe, [anOrder({ send_flg: '0' })]);
    const id = textOf(result, 'trade_id');
    (await probe.call('/order/generate', { trade_id_list: [id] })).expectNormal();
    return id;
  });
}

function pathOf(id: string, rest = ''): string {
  return `/trades/${encodeURIComponent(id)}${rest}`;
}

async function show(probe: Probe, id: string, options: CallOptions = {}): Promise<Answer> {
  return (await probe.get(pathOf(id), options)).expectNormal();
}

async function historyOf(
  probe: Probe,
  id: string,
  options: CallOptions = {},
): Promise<{ readonly answer: Answer; readonly changes: readonly Fields[] }> {
  const answer = (await probe.get(pathOf(id, '/history'), options)).expectNormal();
  return { answer, changes: answer.list('history_list') };
}

function slipIn(answer: Answer): Fields {
  return answer.body['trade'] as Fields;
}

/** Expects the same refusal from both calls. */
async function expectBothRefused(
  probe: Probe,
  [id, query]: readonly [id: string, query: string],
  [status, item, code]: readonly [status: number, item: string, code: string],
  options: CallOptions = {},
): Promise<void> {
  for (const rest of ['', '/history']) {
    (await probe.get(`${pathOf(id, rest)}${query}`, options)).expectRefusal(status, [item, code]);
  }
}

/** Requirements about single slips and their histories (Spec 10). */
export const oneSlipRequirements: readonly Requirement[] = [
  {
    id: 'TRD-139',
    source: '10',
    says: 'GET /trades/{trade_id} returns one slip: the fields of a trade record without batch_id and seq, then member_code_partner, version, confirmed_at and actions.',
    needs,
    check: async (probe) => {
      const answer = await show(probe, textOf(await orderedSlip(probe), 'trade_id'));
      answer.expectFields(answer.body, slipShapes[0].fields, 'the answer');
      answer.expectFields(slipIn(answer), shownSlipFields, 'trade');
      for (const [field, value] of Object.entries(slipIn(answer))) {
        if (lists.includes(field)) answer.expect(Array.isArray(value), `${field} is not a list`);
        else answer.expect(typeof value === 'string', `${field} is ${JSON.stringify(value)}, not a string`);
      }
    },
  },
  {
    id: 'TRD-140',
    source,
    says: 'A single slip has the values that a download delivers, but its create_date is the time of the answer.',
    needs,
    check: async (probe) => {
      const id = textOf(await orderedSlip(probe), 'trade_id');
      const answer = await show(probe, id);
      const [record = {}] = (await download(probe, 'trade', slipsWithIds([id]))).records;
      const slip = slipIn(answer);
      const compared = shownSlipFields.filter((field) => field in record && field !== 'create_date');
      const valuesOf = (of: Fields) => compared.map((field) => [field, of[field]]);
      answer.expectEqual(valuesOf(slip), valuesOf(record), 'the values of the slip');
      answer.expect(dayTime.test(textOf(slip, 'create_date')), `create_date is ${textOf(slip, 'create_date')}`);
    },
  },
  {
    id: 'TRD-141',
    source,
    says: 'A single slip has the current version, which grows when the slip is sent.',
    needs,
    check: async (probe) => {
      const result = await orderedSlip(probe);
      const answer = await show(probe, textOf(result, 'trade_id'));
      answer.expectEqual(slipIn(answer)['version'], result['version'], 'version');
      const sent = await show(probe, await sentSlip(probe));
      sent.expect(Number(slipIn(sent)['version']) > Number(result['version']), 'the version has not grown');
    },
  },
  {
    id: 'TRD-142',
    source,
    says: 'Each side sees its own view of a slip, and not the view of the other side.',
    needs,
    check: async (probe) => {
      const id = textOf(await orderedSlip(probe), 'trade_id');
      for (const as of ['head', 'seller'] as const) {
        const answer = await show(probe, id, { as });
        answer.expectEqual(slipIn(answer)['member_code_self'], memberOf[as], 'member_code_self');
        const other = memberOf[as === 'head' ? 'seller' : 'head'];
        answer.expectEqual(slipIn(answer)['member_code_partner'], other, 'member_code_partner');
      }
      await expectBothRefused(probe, [id, `?member_code_self=${member.seller}`], [404, '', 'E000020']);
    },
  },
  {
    id: 'TRD-143',
    source,
    says: 'A slip that the caller does not see is refused like an unknown one: HTTP 404 and E000020.',
    needs,
    check: async (probe) => {
      const id = textOf(await orderedSlip(probe), 'trade_id');
      await expectBothRefused(probe, [nobody, ''], [404, '', 'E000020']);
      await expectBothRefused(probe, [id, ''], [404, '', 'E000020'], { as: 'stranger' });
      const details: unknown[] = [];
      for (const each of [id, nobody]) {
        const answer = await probe.get(pathOf(each), { as: 'stranger' });
        details.push(answer.list('error_list')[0]?.['error_detail']);
        if (details.length === 2) answer.expectEqual(details[1], details[0], 'error_detail');
      }
    },
  },
  {
    id: 'TRD-144',
    source,
    says: 'Requesting a slip and its history marks nothing as downloaded.',
    needs,
    check: async (probe) => {
      const [result = {}] = await takenOrders(probe, [anOrder({ upload_no: newUploadNo() })]);
      const id = textOf(result, 'trade_id');
      await show(probe, id);
      await historyOf(probe, id);
      const selected = await endedBatch(probe, 'trade', { ...slipsWithIds([id]), not_downloaded_flg: '1' });
      selected.check.expectEqual(selected.count, 1, 'record_count with not_downloaded_flg 1');
    },
  },
  {
    id: 'TRD-145',
    source: '10',
    says: 'GET /trades/{trade_id}/history returns the changes of a slip with their fields, and next_cursor.',
    needs,
    check: async (probe) => {
      const { answer, changes } = await historyOf(probe, await sentSlip(probe));
      for (const shape of historyShapes) expectShape(answer, shape);
      expectTextsOf(answer, changeShape);
      for (const change of changes) {
        answer.expectFields(change['by'], slipActorFields, 'by');
        answer.expect(Array.isArray(change['changed']), 'changed is not a list');
        answer.expect(dayTime.test(textOf(change, 'at')), `at is ${textOf(change, 'at')}`);
      }
      answer.expectEqual(answer.string('next_cursor'), '', 'next_cursor');
    },
  },
  {
    id: 'TRD-146',
    source,
    says: 'The newest change of a history comes first: an order that was planned and sent has the entries generate and upload.',
    needs,
    check: async (probe) => {
      const { answer, changes } = await historyOf(probe, await sentSlip(probe));
      const actions = changes.map(({ action, version }) => `${String(action)} ${String(version)}`);
      answer.expectEqual(actions, ['generate 2', 'upload 1'], 'actions and versions');
    },
  },
  {
    id: 'TRD-147',
    source,
    says: 'A change names the fields that it changed; the change that made the slip names no fields.',
    needs,
    check: async (probe) => {
      const { answer, changes } = await historyOf(probe, await sentSlip(probe));
      const [sent = [], uploaded] = changes.map(({ changed }) => changed as readonly unknown[]);
      for (const field of ['status_code', 'send_date']) answer.expect(sent.includes(field), `${field} is not named`);
      answer.expect(!sent.includes('trade_total'), 'trade_total is named, although it has not changed');
      answer.expectEqual(uploaded, [], 'the fields of the first change');
    },
  },
  {
    id: 'TRD-148',
    source,
    says: 'The own side sees the user, the client and the member of a change; the other side sees only the side.',
    needs,
    check: async (probe) => {
      const id = await sentSlip(probe);
      const own = await historyOf(probe, id);
      for (const { by } of own.changes) {
        const { kind, user_id, client_id, side, member_code } = by as Fields;
        const wanted = ['user', probe.account().clientId, 'buyer', memberOf.head];
        own.answer.expectEqual([kind, client_id, side, member_code], wanted, 'kind, client, side and member');
        own.answer.expect(typeof user_id === 'string' && user_id !== '', 'user_id is missing');
      }
      const others = await historyOf(probe, id, { as: 'seller' });
      for (const { by } of others.changes) {
        others.answer.expectEqual(by, { kind: 'user', side: 'buyer', member_code: '' }, 'by');
      }
    },
  },
  {
    id: 'TRD-149',
    source,
    says: 'A cursor that does not come from this history is refused with E000002; a member code that is too long, with E000003.',
    needs,
    check: async (probe) => {
      const id = await sentSlip(probe);
      (await probe.get(pathOf(id, '/history?cursor=MTA4MA'))).expectRefusal(400, ['cursor', 'E000002']);
      const tooLong = [400, 'member_code_self', 'E000003'] as const;
      await expectBothRefused(probe, [id, '?member_code_self=123456789'], tooLong);
    },
  },
];
