import { randomUUID } from 'node:crypto';
import { envelopeFields } from '../../contract/object-shape.js';
import { endedBatch, requestBatch, waitingAnswer } from '../../probe/batches.js';
import type { Requirement } from '../../requirement/requirement.js';
import { check, emptyBatch, knownDownload, nothing, paths } from './known-batch.js';

const needs = ['records'] as const;
const repeated = 'open-points: repeated-requests';
const waiting = 'open-points: waiting-for-a-batch';
const old = 'open-points: old-results';
const changes = 'open-points: changes-only';
const key = () => ({ 'Idempotency-Key': `conformance-${randomUUID()}` });

/** Requirements about the headers Idempotency-Key and Prefer. */
export const preferenceRequirements: readonly Requirement[] = [
  {
    id: 'BAT-050',
    source: repeated,
    says: 'If a request is repeated with the same Idempotency-Key, the answer has the first batch_id.',
    check: async (probe) => {
      const headers = key();
      const first = (await requestBatch(probe, 'master', nothing, { headers })).expectStatus(200);
      const again = (await requestBatch(probe, 'master', nothing, { headers })).expectStatus(200);
      again.expectEqual(again.body['batch_id'], first.body['batch_id'], 'batch_id');
    },
  },
  {
    id: 'BAT-051',
    source: repeated,
    says: 'If requests with the same key come at the same time, all answers have the same batch_id.',
    check: async (probe) => {
      const headers = key();
      const answers = await Promise.all([1, 2, 3].map(() => requestBatch(probe, 'master', nothing, { headers })));
      const ids = new Set(answers.map((answer) => answer.expectStatus(200).string('batch_id')));
      answers[0]?.expect(ids.size === 1, `three requests at once made ${ids.size} batches`);
    },
  },
  {
    id: 'BAT-052',
    source: repeated,
    says: 'The same Idempotency-Key with another body is refused with HTTP 422 and E000019.',
    check: async (probe) => {
      const headers = key();
      (await requestBatch(probe, 'master', nothing, { headers })).expectStatus(200);
      const other = await requestBatch(probe, 'master', { client_code_list: ['another-9CK'] }, { headers });
      other.expectRefusal(422, ['Idempotency-Key', 'E000019']);
    },
  },
  {
    id: 'BAT-053',
    source: repeated,
    says: 'Unknown fields, another order of fields, or 1 instead of "1" do not make the body a different one.',
    check: async (probe) => {
      const headers = key();
      const first = (
        await requestBatch(probe, 'master', { exist_mc: '1', sell_stop: '1', ...nothing }, { headers })
      ).expectStatus(200);
      const again = await requestBatch(
        probe,
        'master',
        { ...nothing, colour: 'red', sell_stop: 1, exist_mc: '1' },
        { headers },
      );
      again.expectStatus(200).expectEqual(again.body['batch_id'], first.body['batch_id'], 'batch_id');
    },
  },
  {
    id: 'BAT-054',
    source: repeated,
    says: 'A key applies to one function; another function can use the same key for a new batch.',
    check: async (probe) => {
      const headers = key();
      const first = (await requestBatch(probe, 'master', nothing, { headers })).expectStatus(200);
      const period = { target_date_set: '2', target_date_from: '1999-01-01', target_date_to: '1999-01-02' };
      const other = (await requestBatch(probe, 'trade', period, { headers })).expectStatus(200);
      other.expect(other.string('batch_id') !== first.string('batch_id'), 'both functions answer the same batch');
    },
  },
  {
    id: 'BAT-055',
    source: repeated,
    says: 'A key has at most 255 characters; a longer one is refused with E000003.',
    check: async (probe) => {
      const answer = await requestBatch(probe, 'master', nothing, { headers: { 'Idempotency-Key': 'k'.repeat(256) } });
      answer.expectRefusal(400, ['Idempotency-Key', 'E000003']);
    },
  },
  {
    id: 'BAT-056',
    source: repeated,
    says: 'A key has only visible characters; a space in it is refused with E000002.',
    check: async (probe) => {
      const answer = await requestBatch(probe, 'master', nothing, { headers: { 'Idempotency-Key': 'two words' } });
      answer.expectRefusal(400, ['Idempotency-Key', 'E000002']);
    },
  },
  {
    id: 'BAT-060',
    source: '4.6',
    says: 'A request with Prefer: wait is answered with batch_id, batch_flg and record_count when the batch has ended.',
    check: async (probe) => {
      const headers = { Prefer: 'wait=20' };
      const answer = await waitingAnswer(() => requestBatch(probe, 'master', nothing, { headers }));
      answer.expectNormal();
      answer.expectFields(answer.body, [...envelopeFields, 'batch_id', 'batch_flg', 'record_count'], 'the answer');
      answer.expectEqual(answer.body['batch_flg'], '0', 'batch_flg');
    },
  },
  {
    id: 'BAT-061',
    source: waiting,
    says: 'Preference-Applied: wait=N says that the call has waited.',
    check: async (probe) => {
      const answer = await requestBatch(probe, 'master', nothing, { headers: { Prefer: 'wait=20' } });
      answer.expectHeader('preference-applied', 'wait=20');
    },
  },
  {
    id: 'BAT-062',
    source: waiting,
    says: 'A wait of more than 30 seconds counts as 30.',
    check: async (probe) => {
      const answer = await requestBatch(probe, 'master', nothing, { headers: { Prefer: 'wait=99' } });
      answer.expectHeader('preference-applied', 'wait=30');
    },
  },
  {
    id: 'BAT-063',
    source: 'open-points: preferences',
    says: 'A malformed wait is ignored.',
    check: async (probe) => {
      const answer = (
        await requestBatch(probe, 'master', nothing, { headers: { Prefer: 'wait=soon' } })
      ).expectNormal();
      answer
        .expectNoHeader('preference-applied')
        .expectFields(answer.body, [...envelopeFields, 'batch_id'], 'the answer');
    },
  },
  {
    id: 'BAT-064',
    source: 'open-points: preferences',
    says: 'If a preference is sent twice, the first one counts; unknown preferences are ignored.',
    check: async (probe) => {
      const headers = { Prefer: 'colour=red, wait=7, wait=9' };
      (await requestBatch(probe, 'master', nothing, { headers }))
        .expectNormal()
        .expectHeader('preference-applied', 'wait=7');
    },
  },
  {
    id: 'BAT-065',
    source: '4.6',
    says: 'A confirm with Prefer: wait is answered when the batch has ended, with Preference-Applied.',
    check: async (probe) => {
      const requested = (await requestBatch(probe, 'master', nothing)).expectStatus(200);
      const id = requested.string('batch_id');
      const answer = await waitingAnswer(() => check(probe, id, { headers: { Prefer: 'wait=20' } }));
      answer
        .expectNormal()
        .expectEqual(answer.body['batch_flg'], '0', 'batch_flg')
        .expectHeader('preference-applied', 'wait=20');
    },
  },
  {
    id: 'BAT-070',
    source: old,
    says: 'The answer to a request with Prefer: reuse may be a finished batch of the same criteria, with Age and Preference-Applied.',
    check: async (probe) => {
      const own = { client_code_list: [`reused-${randomUUID().slice(0, 8)}`] };
      const { batchId } = await endedBatch(probe, 'master', own);
      const answer = (await requestBatch(probe, 'master', own, { headers: { Prefer: 'reuse=600' } })).expectNormal();
      answer.expectHeader('preference-applied', 'reuse=600').expectHeader('age', /^\d+$/);
      answer.expectEqual(answer.string('batch_id'), batchId, 'batch_id');
    },
  },
  {
    id: 'BAT-071',
    source: old,
    says: 'If the criteria differ, a new batch is made, without Preference-Applied.',
    check: async (probe) => {
      const { batchId } = await emptyBatch(probe);
      const other = { client_code_list: [`other-${randomUUID().slice(0, 8)}`] };
      const answer = (await requestBatch(probe, 'master', other, { headers: { Prefer: 'reuse=600' } })).expectNormal();
      answer
        .expectNoHeader('preference-applied')
        .expect(answer.string('batch_id') !== batchId, 'the answer is the batch of other criteria');
    },
  },
  {
    id: 'BAT-072',
    source: old,
    says: 'reuse=0 has no effect: a new batch is made.',
    check: async (probe) => {
      const { batchId } = await emptyBatch(probe);
      const answer = (await requestBatch(probe, 'master', nothing, { headers: { Prefer: 'reuse=0' } })).expectNormal();
      answer
        .expectNoHeader('preference-applied')
        .expect(answer.string('batch_id') !== batchId, 'the answer is the earlier batch');
    },
  },
  {
    id: 'BAT-080',
    source: changes,
    says: 'A confirm of a finished batch has X-Change-Cursor.',
    check: async (probe) => {
      const { check: answer } = await emptyBatch(probe);
      answer.expectHeader('x-change-cursor', /^\S+$/);
    },
  },
  {
    id: 'BAT-081',
    source: '10',
    says: 'With Prefer: changes-since and the same criteria, the batch has only the records that were added or changed since then.',
    needs: [...needs, 'market'],
    check: async (probe) => {
      const { check: before } = await knownDownload(probe);
      const headers = { Prefer: `changes-since=${before.header('x-change-cursor')}, wait=20` };
      const answer = await waitingAnswer(() => requestBatch(probe, 'master', {}, { headers }));
      answer.expectStatus(200);
      answer.expectHeader('preference-applied', /(?:^|,\s*)changes-since(?:,|$)/);
      answer.expectEqual(answer.body['batch_flg'], '0', 'batch_flg');
    },
  },
  {
    id: 'BAT-082',
    source: changes,
    says: 'With a cursor of other criteria, the batch has all records, and Preference-Applied does not name changes-since.',
    needs,
    check: async (probe) => {
      const { check: before } = await emptyBatch(probe);
      const headers = { Prefer: `changes-since=${before.header('x-change-cursor')}, wait=20` };
      const answer = await waitingAnswer(() => requestBatch(probe, 'master', {}, { headers }));
      answer.expectStatus(200);
      const { count } = await knownDownload(probe);
      answer.expect(
        !(answer.header('preference-applied') ?? '').includes('changes-since'),
        'it says that it has changes only',
      );
      answer.expectEqual(answer.body['record_count'], String(count), 'record_count');
    },
  },
  {
    id: 'BAT-083',
    source: changes,
    says: 'With a malformed cursor, the batch has all records.',
    needs,
    check: async (probe) => {
      const headers = { Prefer: 'changes-since=nonsense, wait=20' };
      const answer = await waitingAnswer(() => requestBatch(probe, 'master', {}, { headers }));
      answer.expectStatus(200);
      answer.expect(
        !(answer.header('preference-applied') ?? '').includes('changes-since'),
        'it says that it has changes only',
      );
      answer.expectEqual(answer.body['batch_flg'], '3', 'batch_flg');
    },
  },
  {
    id: 'BAT-084',
    source: changes,
    says: 'An Idempotency-Key belongs to one cursor; with another cursor it is refused with E000019.',
    check: async (probe) => {
      const { check: before } = await emptyBatch(probe);
      const headers = key();
      (await requestBatch(probe, 'master', nothing, { headers })).expectStatus(200);
      const other = { ...headers, Prefer: `changes-since=${before.header('x-change-cursor')}` };
      (await probe.call(paths.request, nothing, { headers: other })).expectRefusal(422, ['Idempotency-Key', 'E000019']);
    },
  },
];
