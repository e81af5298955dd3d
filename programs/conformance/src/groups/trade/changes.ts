import { withoutBatch } from '../../checks/as-loaded.js';
import { anOrder, takenOrders } from '../../checks/orders.js';
import { textOf } from '../../checks/records.js';
import { memberOf } from '../../market/members.js';
import type { Answer, Fields } from '../../probe/answer.js';
import { awaitEnd, type EndedBatch, endedBatch, getRange, requestBatch } from '../../probe/batches.js';
import type { CallOptions, Probe } from '../../probe/probe.js';
import type { Requirement } from '../../requirement/requirement.js';
import { todayInJapan } from '../../rules/calendar.js';
import { keyOf, period } from './trade.js';

const source = 'open-points: changes-only';
const needs = ['market'] as const;
const isApplied = /\bchanges-since\b/;

/** No check changes the slips of this member. */
const unchanged: CallOptions = { as: 'stranger' };

/** Only this check sends orders to this delivery place, so no other check changes slips there. */
const toYard = { delivery_place_code: 'YARD' };

/** Criteria for the slips that `head` itself ordered between yesterday and tomorrow, in the given statuses. */
function criteria(...status_code: readonly string[]): object {
  const days = { target_date_from: todayInJapan(-1), target_date_to: todayInJapan(1) };
  return { target_date_set: '2', ...days, status_code, member_codes: [memberOf.head] };
}

async function cursorOf(
  probe: Probe,
  asked: object,
  options: CallOptions = {},
): Promise<{ readonly full: EndedBatch; readonly cursor: string }> {
  const full = await endedBatch(probe, 'trade', asked, options);
  return { full, cursor: full.check.header('x-change-cursor') ?? full.check.fail('there is no X-Change-Cursor') };
}

interface Changes extends EndedBatch {
  readonly requested: Answer;
  readonly records: readonly Fields[];
}

/** Downloads the changes since a cursor. */
async function changesSince(probe: Probe, asked: object, cursor: string, options: CallOptions = {}): Promise<Changes> {
  const requested = await requestBatch(probe, 'trade', asked, {
    ...options,
    headers: { Prefer: `changes-since=${cursor}` },
  });
  const ended = await awaitEnd(probe, 'trade', requested.expectNormal().string('batch_id'), options);
  const get = await getRange(probe, 'trade', ended.batchId, [1, Math.max(1, ended.count)], options);
  return { ...ended, requested, records: get.expectNormal().list('trade') };
}

/** Returns the keys of the removed slips. */
async function removedKeys(probe: Probe, batchId: string, options: CallOptions = {}): Promise<readonly Fields[]> {
  const answer = await probe.get(`/batches/${batchId}/removed`, options);
  answer.expectStatus(200);
  return answer.text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Fields);
}

async function planOrder(probe: Probe, change: object = {}): Promise<string> {
  const [result = {}] = await takenOrders(probe, [anOrder({ send_flg: '0', ...change })]);
  return textOf(result, 'trade_id');
}

/** Requirements about downloads of changes (Spec 10). */
export const changeRequirements: readonly Requirement[] = [
  {
    id: 'TRD-131',
    source: '10',
    says: 'A finished confirm has X-Change-Cursor, and the details of the batch have it as change_cursor.',
    check: async (probe) => {
      const { full, cursor } = await cursorOf(probe, period(probe));
      const details = await probe.get(`/batches/${full.batchId}`);
      details.expectNormal().expectHeader('X-Change-Cursor', cursor);
      const batch = details.body['batch'] as Fields | undefined;
      details.expectEqual(batch?.['change_cursor'], cursor, 'change_cursor');
    },
  },
  {
    id: 'TRD-132',
    source: '10',
    says: 'If nothing has changed, a batch of changes has no records and no removed keys, and Preference-Applied names changes-since.',
    needs,
    check: async (probe) => {
      const { cursor } = await cursorOf(probe, period(probe), unchanged);
      const changes = await changesSince(probe, period(probe), cursor, unchanged);
      changes.requested.expectHeader('Preference-Applied', isApplied);
      changes.check.expectHeader('Preference-Applied', isApplied);
      changes.check.expectEqual([changes.flag, changes.count], ['0', 0], 'batch_flg and record_count');
      changes.check.expectEqual(await removedKeys(probe, changes.batchId, unchanged), [], 'the removed keys');
    },
  },
  {
    id: 'TRD-133',
    source: '10',
    says: 'A batch of changes has only the records that were added since then.',
    needs,
    check: async (probe) => {
      const asked = criteria('10');
      const { cursor } = await cursorOf(probe, asked);
      const id = await planOrder(probe);
      const { requested, records } = await changesSince(probe, asked, cursor);
      requested.expectHeader('Preference-Applied', isApplied);
      requested.expect(
        records.some((record) => record['trade_id'] === id),
        'the slip that was added is not among the changes',
      );
      const more = await changesSince(probe, asked, (await cursorOf(probe, asked)).cursor);
      requested.expect(
        !more.records.some((record) => record['trade_id'] === id),
        'a slip from before the cursor is among the changes',
      );
    },
  },
  {
    id: 'TRD-134',
    source: '10',
    says: 'A slip that no longer fits the criteria is among the removed keys: trade_id and member_code_self.',
    needs,
    check: async (probe) => {
      const asked = criteria('10');
      const id = await planOrder(probe);
      const { cursor } = await cursorOf(probe, asked);
      (await probe.call('/order/generate', { trade_id_list: [id] })).expectNormal();
      const { batchId, check, records } = await changesSince(probe, asked, cursor);
      check.expect(
        !records.some((record) => record['trade_id'] === id),
        'the slip that is sent is among the planned ones',
      );
      const keys = (await removedKeys(probe, batchId)).filter((key) => key['trade_id'] === id);
      check.expectEqual(keys, [{ trade_id: id, member_code_self: memberOf.head }], 'its removed keys');
    },
  },
  {
    id: 'TRD-135',
    source: '10',
    says: 'A full load and its later changes together give the same records as a new full load.',
    needs,
    check: async (probe) => {
      const asked = { ...criteria('10', '40'), delivery_place_id: ['CK-D3'] };
      const { full, cursor } = await cursorOf(probe, asked);
      const before = (await getRange(probe, 'trade', full.batchId, [1, Math.max(1, full.count)]))
        .expectNormal()
        .list('trade');
      const id = await planOrder(probe, toYard);
      (await probe.call('/order/generate', { trade_id_list: [id] })).expectNormal();
      await planOrder(probe, toYard);
      const changes = await changesSince(probe, asked, cursor);
      const copy = new Map(before.map((record) => [keyOf(record), withoutBatch(record)]));
      for (const key of await removedKeys(probe, changes.batchId)) copy.delete(keyOf(key));
      for (const record of changes.records) copy.set(keyOf(record), withoutBatch(record));
      const after = await endedBatch(probe, 'trade', asked);
      const get = await getRange(probe, 'trade', after.batchId, [1, Math.max(1, after.count)]);
      const wanted = new Map(
        get
          .expectNormal()
          .list('trade')
          .map((record) => [keyOf(record), withoutBatch(record)]),
      );
      get.expectEqual([...copy.keys()].toSorted(), [...wanted.keys()].toSorted(), 'the slips of the copy');
      for (const [key, body] of wanted) get.expectEqual(copy.get(key), body, `the copy of ${key}`);
    },
  },
  {
    id: 'TRD-136',
    source,
    says: 'With a cursor of other criteria, the batch is full and has no Preference-Applied.',
    needs,
    check: async (probe) => {
      const { cursor } = await cursorOf(probe, criteria('10'));
      const asked = { ...period(probe), status_code: ['40'] };
      const changes = await changesSince(probe, asked, cursor);
      changes.requested.expectNoHeader('Preference-Applied');
      changes.check.expect(changes.count > 0, 'the full batch has no records');
    },
  },
  {
    id: 'TRD-137',
    source,
    says: 'With a malformed cursor, the batch is full and has no Preference-Applied.',
    check: async (probe) => {
      const answer = await requestBatch(probe, 'trade', period(probe), {
        headers: { Prefer: 'changes-since=no-cursor' },
      });
      answer.expectNormal().expectNoHeader('Preference-Applied');
    },
  },
  {
    id: 'TRD-138',
    source,
    says: 'With not_downloaded_flg 1 or 2 there is no X-Change-Cursor.',
    check: async (probe) => {
      for (const not_downloaded_flg of ['1', '2']) {
        const { check } = await endedBatch(probe, 'trade', { ...period(probe), not_downloaded_flg });
        check.expectNoHeader('X-Change-Cursor');
      }
    },
  },
];
