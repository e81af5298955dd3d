import { crc32 } from 'node:zlib';
import { envelopeFields } from '../../contract/object-shape.js';
import { awaitEnd, getRange, requestBatch } from '../../probe/batches.js';
import type { Probe } from '../../probe/probe.js';
import type { Requirement } from '../../requirement/requirement.js';
import { emptyBatch, get, knownDownload, listText, paths } from './known-batch.js';

const needs = ['records'] as const;
const flags = ['0', '1', '2', '3', '4', '5'];
const repeating = 'open-points: repeating-a-get';
const numbers = 'open-points: sequence-numbers';

/** Requirements about request, confirm and get calls (Spec 4.6). */
export const stepRequirements: readonly Requirement[] = [
  {
    id: 'BAT-001',
    source: '4.6',
    says: 'The answer to a request that does not wait has the envelope and batch_id.',
    check: async (probe) => {
      const answer = await requested(probe);
      answer.expectFields(answer.body, [...envelopeFields, 'batch_id'], 'the answer').expectNormal();
    },
  },
  {
    id: 'BAT-002',
    source: 'open-points: batch-id-and-ownership',
    says: 'batch_id is a text of decimal digits, at most 18.',
    check: async (probe) => {
      const answer = await requested(probe);
      answer.expect(/^\d{1,18}$/.test(answer.string('batch_id')), `batch_id is ${answer.string('batch_id')}`);
    },
  },
  {
    id: 'BAT-003',
    source: 'open-points: repeated-requests',
    says: 'If the same body is sent again, a new batch with a higher number is made.',
    check: async (probe) => {
      const first = (await requestBatch(probe, 'master')).expectStatus(200);
      const second = (await requestBatch(probe, 'master')).expectStatus(200);
      const [before, after] = [first.string('batch_id'), second.string('batch_id')];
      second.expect(BigInt(after) > BigInt(before), `batch_id is ${after}, after ${before}`);
    },
  },
  {
    id: 'BAT-004',
    source: '4.6',
    says: 'The answer to a confirm has the envelope, batch_flg and record_count.',
    check: async (probe) => {
      const { check: answer } = await knownDownload(probe);
      answer.expectFields(answer.body, [...envelopeFields, 'batch_flg', 'record_count'], 'the answer');
    },
  },
  {
    id: 'BAT-005',
    source: '2.3',
    says: 'batch_flg and record_count are texts; batch_flg is one of 0 to 5.',
    check: async (probe) => {
      const { check: answer } = await knownDownload(probe);
      answer.expect(flags.includes(answer.string('batch_flg')), `batch_flg is ${answer.string('batch_flg')}`);
      answer.expect(/^\d+$/.test(answer.string('record_count')), `record_count is ${answer.string('record_count')}`);
    },
  },
  {
    id: 'BAT-006',
    source: 'open-points: paths-and-methods',
    says: 'The step check has the same answer as confirm.',
    needs,
    check: async (probe) => {
      const { batchId, flag, count } = await knownDownload(probe);
      const answer = (await probe.call(paths.confirm, { batch_id: batchId })).expectStatus(200);
      answer.expectEqual(
        [answer.body['batch_flg'], answer.body['record_count']],
        [flag, String(count)],
        'batch_flg and record_count',
      );
    },
  },
  {
    id: 'BAT-007',
    source: '3',
    says: 'A batch with data ends with batch_flg 3, and a get has record_count records.',
    needs,
    check: async (probe) => {
      const { flag, count, records, get: answer } = await knownDownload(probe);
      answer.expectEqual(flag, '3', 'batch_flg').expectEqual(records.length, count, 'the number of records');
    },
  },
  {
    id: 'BAT-008',
    source: '3',
    says: 'A batch whose criteria match nothing ends with batch_flg 0 and record_count "0".',
    check: async (probe) => {
      const { check: answer } = await emptyBatch(probe);
      answer.expectEqual(
        [answer.body['batch_flg'], answer.body['record_count']],
        ['0', '0'],
        'batch_flg and record_count',
      );
    },
  },
  {
    id: 'BAT-009',
    source: '3',
    says: 'The answer to a get of a batch without data has an empty list.',
    check: async (probe) => {
      const { batchId } = await emptyBatch(probe);
      const answer = (await get(probe, batchId, '1', '10')).expectNormal();
      answer.expectEqual(answer.body['master'], [], 'master');
    },
  },
  {
    id: 'BAT-010',
    source: '4.6',
    says: "The answer to a get has the envelope and the function's list.",
    needs,
    check: async (probe) => {
      const { get: answer } = await knownDownload(probe);
      answer.expectFields(answer.body, [...envelopeFields, 'master'], 'the answer').expectNormal();
    },
  },
  {
    id: 'BAT-011',
    source: '2.3',
    says: 'Each record of a batch has its own seq, which is a text; the numbers begin with 1 and have no gaps.',
    needs,
    check: async (probe) => {
      const { records, get: answer } = await knownDownload(probe);
      const wanted = records.map((_, index) => String(index + 1));
      answer.expectEqual(
        records.map(({ seq }) => seq),
        wanted,
        'seq of the records',
      );
    },
  },
  {
    id: 'BAT-012',
    source: '9',
    says: 'Each record has the batch_id of its batch.',
    needs,
    check: async (probe) => {
      const { batchId, records, get: answer } = await knownDownload(probe);
      answer.expect(
        records.every(({ batch_id: id }) => id === batchId),
        'a record has another batch_id',
      );
    },
  },
  {
    id: 'BAT-013',
    source: 'open-points: snapshot-of-a-batch',
    says: 'create_date is a date-time, the same in all records of a batch.',
    needs,
    check: async (probe) => {
      const { records, get: answer } = await knownDownload(probe);
      const dates = [...new Set(records.map(({ create_date: date }) => date))];
      answer.expect(dates.length === 1, `there are ${dates.length} different values of create_date`);
      answer.expect(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(String(dates[0])), `create_date is ${String(dates[0])}`);
    },
  },
  {
    id: 'BAT-014',
    source: numbers,
    says: 'Both ends of a range are included: seq 2 to 3 are two records.',
    needs,
    check: async (probe) => {
      const { batchId } = await knownDownload(probe);
      const answer = (await get(probe, batchId, '2', '3')).expectNormal();
      answer.expectEqual(
        answer.list('master').map(({ seq }) => seq),
        ['2', '3'],
        'seq of the records',
      );
    },
  },
  {
    id: 'BAT-015',
    source: '4.6',
    says: 'A range may end after the last record; numbers without a record are left out.',
    needs,
    check: async (probe) => {
      const { batchId, count } = await knownDownload(probe);
      const answer = (await getRange(probe, 'master', batchId, [count, count + 100])).expectNormal();
      answer.expectEqual(
        answer.list('master').map(({ seq }) => seq),
        [String(count)],
        'seq of the records',
      );
    },
  },
  {
    id: 'BAT-016',
    source: '4.6',
    says: 'If a range begins after the last record, the list is empty.',
    needs,
    check: async (probe) => {
      const { batchId, count } = await knownDownload(probe);
      const answer = (await getRange(probe, 'master', batchId, [count + 1, count + 2])).expectNormal();
      answer.expectEqual(answer.body['master'], [], 'master');
    },
  },
  {
    id: 'BAT-017',
    source: 'open-points: how-request-values-are-read',
    says: 'batch_id, seq_from and seq_to may be sent as integers.',
    needs,
    check: async (probe) => {
      const { batchId } = await knownDownload(probe);
      const answer = (await get(probe, Number(batchId), 1, 2)).expectNormal();
      answer.expectEqual(answer.list('master').length, 2, 'the number of records');
    },
  },
  {
    id: 'BAT-018',
    source: repeating,
    says: 'A get may be repeated: the bytes of the list never change.',
    needs,
    check: async (probe) => {
      const { batchId, get: first } = await knownDownload(probe);
      const again = (await getRange(probe, 'master', batchId, [1, (await knownDownload(probe)).count])).expectStatus(
        200,
      );
      again.expect(listText(again, 'master') === listText(first, 'master'), 'the list has other bytes than before');
    },
  },
  {
    id: 'BAT-019',
    source: repeating,
    says: 'Pages have the same bytes as the whole: two neighbouring ranges, joined by a comma, are the list of the whole range.',
    needs,
    check: async (probe) => {
      const { batchId, count, get: whole } = await knownDownload(probe);
      const pages = await Promise.all(
        (
          [
            [1, 2],
            [3, count],
          ] as const
        ).map((range) => getRange(probe, 'master', batchId, range)),
      );
      const joined = pages.map((page) => listText(page, 'master')).join(',');
      whole.expect(joined === listText(whole, 'master'), 'the pages have other bytes than the whole');
    },
  },
  {
    id: 'BAT-020',
    source: repeating,
    says: 'X-Range-Crc32 is the CRC-32 of the elements with the commas between them.',
    needs,
    check: async (probe) => {
      const { get: answer } = await knownDownload(probe);
      const wanted = crc32(Buffer.from(listText(answer, 'master')))
        .toString(16)
        .padStart(8, '0');
      answer.expectHeader('x-range-crc32', wanted);
    },
  },
  {
    id: 'BAT-021',
    source: repeating,
    says: 'A get has no ETag.',
    needs,
    check: async (probe) => {
      const { get: answer } = await knownDownload(probe);
      answer.expectNoHeader('etag');
    },
  },
  {
    id: 'BAT-022',
    source: 'open-points: order-of-records',
    says: 'The same data and request give the same records in the same order.',
    needs,
    check: async (probe) => {
      const { records, get: first } = await knownDownload(probe);
      const { batchId, count } = await awaitEnd(probe, 'master', (await requested(probe)).string('batch_id'));
      const again = (await getRange(probe, 'master', batchId, [1, count])).expectStatus(200);
      const plain = (list: typeof records) => list.map(({ batch_id: _id, create_date: _date, ...record }) => record);
      first.expect(
        JSON.stringify(plain(again.list('master'))) === JSON.stringify(plain(records)),
        'the second batch has other records',
      );
    },
  },
];

function requested(probe: Probe) {
  return probe.once('batch requested', async () => (await requestBatch(probe, 'master')).expectStatus(200));
}
