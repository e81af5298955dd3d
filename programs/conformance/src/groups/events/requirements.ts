import { expectShape } from '../../checks/records.js';
import { endedBatchFields, eventFields } from '../../contract/event-fields.js';
import { answerShape, type ObjectShape } from '../../contract/object-shape.js';
import { unknownMember } from '../../market/members.js';
import type { Answer, Fields } from '../../probe/answer.js';
import { endedBatch } from '../../probe/batches.js';
import { claimsOf } from '../../probe/claims.js';
import type { Probe } from '../../probe/probe.js';
import type { Requirement } from '../../requirement/requirement.js';
import { endpointRequirements } from './endpoints.js';
import { pushRequirements } from './pushes.js';

const source = '10';
const openPoint = 'open-points: events';
/** The longest time that the platform holds an answer. */
const waiting = { headers: { Prefer: 'wait=30' } };
const eventWithinMs = 30_000;
const noRecords = { client_code_list: ['no-such-code-9CK'] };

function positionOf({ sequence }: Fields): number {
  return Number(sequence);
}

export const listShape = answerShape('EVT-001', 'event_list', 'next_cursor');

/** An event. Its data are an object. */
export const eventShape: ObjectShape = {
  title: 'An event',
  place: 'event_list',
  fields: eventFields,
  lists: ['data'],
  names: 'EVT-003',
};

/** Requirements about reading events. */
const readingRequirements: readonly Requirement[] = [
  {
    id: 'EVT-001',
    source,
    says: 'GET /events without after returns no earlier events, only a cursor.',
    check: async (probe) => {
      await end(probe);
      const answer = (await probe.get('/events')).expectNormal();
      expectShape(answer, listShape);
      answer.expectEqual(answer.list('event_list'), [], 'event_list');
      answer.expect(answer.string('next_cursor') !== '', 'next_cursor is empty');
    },
  },
  {
    id: 'EVT-002',
    source,
    says: 'The client of a batch gets an event when it ends: batch.ended with the number, the state and the counts of the batch.',
    check: async (probe) => {
      const { batchId, told, event } = await toldEnd(probe);
      told.expectFields(event['data'], endedBatchFields, 'data');
      const { batch_id: id, batch_flg: flg, record_count: count } = event['data'] as Fields;
      told.expectEqual([id, flg, count], [batchId, '0', '0'], 'batch_id, batch_flg and record_count');
    },
  },
  {
    id: 'EVT-003',
    source,
    says: 'An event has exactly six fields, in the order of the contract, with a UUID of version 7, a type, a time, a member and a position.',
    check: async (probe) => {
      const { told, event } = await toldEnd(probe);
      expectShape(told, eventShape);
      told.expect(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/.test(String(event['id'])), `id is ${String(event['id'])}`);
      told.expect(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(String(event['at'])), `at is ${String(event['at'])}`);
      told.expectEqual(event['member_code'], claimsOf(await probe.token())['member_code'], 'member_code');
      told.expect(/^\d+$/.test(String(event['sequence'])), `sequence is ${String(event['sequence'])}`);
    },
  },
  {
    id: 'EVT-004',
    source,
    says: 'After next_cursor, no event comes again that was already read.',
    check: async (probe) => {
      const { told, event } = await toldEnd(probe);
      const next = (await probe.get(`/events?after=${told.string('next_cursor')}`)).expectNormal();
      const early = next.list('event_list').filter((each) => positionOf(each) <= positionOf(event));
      next.expectEqual(early, [], 'the events that come again');
    },
  },
  {
    id: 'EVT-005',
    source,
    says: 'types selects types by their names, or by the beginning of the name with * at the end.',
    check: async (probe) => {
      const { cursor, event } = await toldEnd(probe);
      for (const types of ['batch.ended', 'batch.*', 'setting.changed,batch.ended']) {
        const some = (await probe.get(`/events?after=${cursor}&types=${types}&limit=1000`)).expectNormal();
        const found = some.list('event_list');
        some.expect(
          found.some(({ id }) => id === event['id']),
          `types=${types} does not select the event`,
        );
      }
      const none = (await probe.get(`/events?after=${cursor}&types=master.*&limit=1000`)).expectNormal();
      none.expect(
        none.list('event_list').every(({ type }) => String(type).startsWith('master.')),
        'there are events of other types',
      );
    },
  },
  {
    id: 'EVT-006',
    source,
    says: 'The events are in the order of their positions, and no answer has more events than limit.',
    check: async (probe) => {
      const { cursor } = await toldEnd(probe);
      await end(probe);
      const all = await pageWith(probe, `after=${cursor}`, (events) => events.length > 1);
      const positions = all.list('event_list').map(({ sequence }) => Number(sequence));
      all.expectEqual(
        positions,
        positions.toSorted((a, b) => a - b),
        'the order of positions',
      );
      const one = (await probe.get(`/events?after=${cursor}&limit=1`)).expectNormal();
      one.expectEqual(one.list('event_list').length, 1, 'the number of events');
      const next = (await probe.get(`/events?after=${one.string('next_cursor')}&limit=1`)).expectNormal();
      next.expectEqual(next.list('event_list')[0]?.['sequence'], String(positions[1]), 'the second position');
    },
  },
  {
    id: 'EVT-007',
    source: openPoint,
    says: 'Other members get no event when a batch ends.',
    needs: ['other member'],
    check: async (probe) => {
      const { event } = await toldEnd(probe);
      const others = (
        await probe.get('/events?after=0&types=batch.ended&limit=1000', { as: 'stranger' })
      ).expectNormal();
      others.expect(
        others.list('event_list').every(({ id }) => id !== event['id']),
        'another member gets the event',
      );
    },
  },
  {
    id: 'EVT-010',
    source: openPoint,
    says: 'Wrong parameters are refused: an invalid cursor, an unknown type, a limit of 0, an unknown member.',
    check: async (probe) => {
      (await probe.get('/events?after=nonsense')).expectRefusal(400, ['after', 'E000002']);
      (await probe.get('/events?types=batch')).expectRefusal(400, ['types', 'E000004']);
      (await probe.get('/events?limit=0')).expectRefusal(400, ['limit', 'E000004']);
      const path = `/events?member_codes=${unknownMember}`;
      (await probe.get(path)).expectRefusal(400, ['member_codes[0]', 'E000008']);
    },
  },
];

/** Requirements about events. */
export const eventsRequirements: readonly Requirement[] = [
  ...readingRequirements,
  ...endpointRequirements,
  ...pushRequirements,
];

/** A batch whose end has an event, with the cursor before this event. */
interface ToldEnd {
  readonly cursor: string;
  readonly batchId: string;
  readonly told: Answer;
  readonly event: Fields;
}

function end(probe: Probe) {
  return endedBatch(probe, 'master', noRecords);
}

function toldEnd(probe: Probe): Promise<ToldEnd> {
  return probe.once('told end of a batch', async () => {
    const cursor = (await probe.get('/events')).expectNormal().string('next_cursor');
    const { batchId } = await end(probe);
    const isIts = ({ type, data }: Fields) => type === 'batch.ended' && (data as Fields)['batch_id'] === batchId;
    const told = await pageWith(probe, `after=${cursor}`, (events) => events.some(isIts));
    return { cursor, batchId, told, event: told.list('event_list').find(isIts)! };
  });
}

/** Reads from the same cursor until the answer has the wanted event. Each wait ends as soon as there is any event. */
async function pageWith(probe: Probe, query: string, isWhole: (events: readonly Fields[]) => boolean): Promise<Answer> {
  const until = performance.now() + eventWithinMs * (probe.target.patience ?? 1);
  for (;;) {
    const page = (await probe.get(`/events?${query}&limit=1000`, waiting)).expectNormal();
    if (isWhole(page.list('event_list'))) return page;
    page.expect(performance.now() < until, 'the event has not come in time');
  }
}
