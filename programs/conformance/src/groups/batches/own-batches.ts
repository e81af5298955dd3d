import { aLine, anOrder, upload } from '../../checks/orders.js';
import { envelopeFields } from '../../contract/object-shape.js';
import type { Answer, Fields } from '../../probe/answer.js';
import { endedBatch, getRange, listOne } from '../../probe/batches.js';
import type { CallOptions, Probe } from '../../probe/probe.js';
import type { Requirement } from '../../requirement/requirement.js';
import { check, emptyBatch, knownDownload, nothing } from './known-batch.js';

const source = '10';
const needs = ['records'] as const;
const marks = 'open-points: downloaded-or-not';
const unknown = '/batches/999999999999999';
const everySlip = { target_date_set: '2', target_date_from: '1950-01-01', target_date_to: '2150-12-31' };
const acknowledged = { headers: { Prefer: 'delivery=acknowledged' } };

/** Requirements about the paths under `/batches` and about delivery marks. */
export const ownBatchRequirements: readonly Requirement[] = [
  {
    id: 'BAT-100',
    source,
    says: 'GET /batches lists the batches of the caller, the newest first.',
    check: async (probe) => {
      await emptyBatch(probe);
      const answer = (await probe.get('/batches')).expectNormal();
      const ids = answer.list('batch_list').map(({ batch_id: id }) => Number(id));
      answer.expect(ids.length > 0, 'the list is empty');
      answer.expectEqual(
        ids,
        ids.toSorted((a, b) => b - a),
        'the order of batches',
      );
    },
  },
  {
    id: 'BAT-101',
    source,
    says: 'The list of batches has pages; each page continues after the last batch of the page before.',
    check: async (probe) => {
      await emptyBatch(probe);
      await endedBatch(probe, 'master', nothing);
      const first = (await probe.get('/batches?limit=1')).expectNormal();
      first.expectEqual(first.list('batch_list').length, 1, 'the number of batches');
      const next = (await probe.get(`/batches?limit=1&cursor=${first.string('next_cursor')}`)).expectNormal();
      const [a, b] = [first, next].map((page) => Number(page.list('batch_list')[0]?.['batch_id']));
      next.expect(Number(b) < Number(a), `batch ${String(b)} comes after ${String(a)}`);
    },
  },
  {
    id: 'BAT-102',
    source,
    says: 'GET /batches/{batch_id} returns state, batch_flg, count, times and expiry.',
    check: async (probe) => {
      const { batchId } = await emptyBatch(probe);
      const answer = (await probe.get(`/batches/${batchId}`)).expectNormal();
      const batch = answer.body['batch'] as Fields;
      answer.expectEqual(
        [batch['batch_id'], batch['batch_flg'], batch['record_count']],
        [batchId, '0', '0'],
        'batch_id, batch_flg and record_count',
      );
      for (const name of ['requested_at', 'ended_at', 'expires_at']) {
        answer.expect(
          /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(String(batch[name])),
          `${name} is ${String(batch[name])}`,
        );
      }
    },
  },
  {
    id: 'BAT-103',
    source,
    says: 'The details have the change cursor, in the header and in the body.',
    check: async (probe) => {
      const { batchId, check: confirmed } = await emptyBatch(probe);
      const answer = (await probe.get(`/batches/${batchId}`)).expectNormal();
      const cursor = confirmed.header('x-change-cursor') ?? '';
      answer.expectHeader('x-change-cursor', cursor);
      answer.expectEqual((answer.body['batch'] as Fields)['change_cursor'], cursor, 'change_cursor');
    },
  },
  {
    id: 'BAT-104',
    source,
    says: 'An unknown batch in a path is refused with HTTP 404 and E000009.',
    check: async (probe) => {
      for (const answer of [
        await probe.get(unknown),
        await probe.get(`${unknown}/records`),
        await probe.call(unknown, undefined, { method: 'DELETE' }),
        await probe.call(`${unknown}/delivered`, { seq_from: '1', seq_to: '1' }),
      ]) {
        answer.expectRefusal(404, ['', 'E000009']);
      }
    },
  },
  {
    id: 'BAT-105',
    source,
    says: 'A batch of another member in a path is also refused with HTTP 404 and E000009.',
    needs: ['other member'],
    check: async (probe) => {
      const { batchId } = await emptyBatch(probe);
      for (const path of [`/batches/${batchId}`, `/batches/${batchId}/records`]) {
        (await probe.get(path, { as: 'stranger' })).expectRefusal(404, ['', 'E000009']);
      }
    },
  },
  {
    id: 'BAT-106',
    source,
    says: 'GET /batches/{batch_id}/records has the records of a get as NDJSON, one on each line.',
    needs,
    check: async (probe) => {
      const { batchId, records } = await knownDownload(probe);
      const answer = (await probe.get(`/batches/${batchId}/records`)).expectStatus(200);
      answer.expectHeader('content-type', /^application\/x-ndjson/i);
      const lines = answer.text.split('\n').filter((line) => line !== '');
      answer.expectEqual(lines.length, records.length, 'the number of lines');
      answer.expect(
        lines.every((line, index) => line === JSON.stringify(records[index])),
        'a line is not the record of the get',
      );
    },
  },
  {
    id: 'BAT-107',
    source,
    says: 'A call can request the records from seq_from to seq_to.',
    needs,
    check: async (probe) => {
      const { batchId } = await knownDownload(probe);
      const answer = (await probe.get(`/batches/${batchId}/records?seq_from=2&seq_to=3`)).expectStatus(200);
      const numbers = answer.text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => (JSON.parse(line) as Fields)['seq']);
      answer.expectEqual(numbers, ['2', '3'], 'seq of the records');
    },
  },
  {
    id: 'BAT-108',
    source,
    says: 'The records have a strong ETag; a call with this ETag in If-None-Match gets HTTP 304 without a body.',
    needs,
    check: async (probe) => {
      const { batchId } = await knownDownload(probe);
      const path = `/batches/${batchId}/records`;
      const tag = (await probe.get(path)).expectHeader('etag', /^"[^"]+"$/).header('etag') ?? '';
      const again = (await probe.get(path, { headers: { 'If-None-Match': tag } })).expectStatus(304);
      again.expectEqual(again.text, '', 'the body');
    },
  },
  {
    id: 'BAT-109',
    source: 'open-points: changes-only',
    says: 'GET /batches/{batch_id}/removed has no lines if the batch is not a batch of changes.',
    check: async (probe) => {
      const { batchId } = await emptyBatch(probe);
      const answer = (await probe.get(`/batches/${batchId}/removed`)).expectStatus(200);
      answer.expectHeader('content-type', /^application\/x-ndjson/i).expectEqual(answer.text, '', 'the body');
    },
  },
  {
    id: 'BAT-110',
    source,
    says: 'DELETE discards a finished batch; after that, calls about it are refused with E000009.',
    check: async (probe) => {
      const { batchId } = await endedBatch(probe, 'master', nothing);
      (await probe.call(`/batches/${batchId}`, undefined, { method: 'DELETE' })).expectNormal();
      (await check(probe, batchId)).expectRefusal(400, ['batch_id', 'E000009']);
    },
  },
  {
    id: 'BAT-111',
    source: '7',
    says: 'limit of the list of batches is from 1 to 1,000; 0 is refused with E000004.',
    check: async (probe) => (await probe.get('/batches?limit=0')).expectRefusal(400, ['limit', 'E000004']),
  },
  {
    id: 'BAT-112',
    source: 'open-points: last-reading-of-a-batch',
    says: 'After a batch was read, its last_read_at may be empty for a while; then it is a time that is not before ended_at.',
    needs,
    check: async (probe) => {
      const { batchId } = await knownDownload(probe);
      const answer = (await probe.get(`/batches/${batchId}`)).expectNormal();
      const { last_read_at: lastReadAt, ended_at: endedAt } = answer.body['batch'] as Fields;
      const isTime =
        /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(String(lastReadAt)) && String(lastReadAt) >= String(endedAt);
      answer.expect(lastReadAt === '' || isTime, `last_read_at is ${String(lastReadAt)}, ended_at ${String(endedAt)}`);
    },
  },
  {
    id: 'BAT-113',
    source,
    says: 'GET /batches/{batch_id}/input returns the request body of an upload.',
    needs: ['market'],
    check: async (probe) => {
      const orders = [anOrder({ send_flg: '0', detail_list: [aLine({ catalog_id: 'CK-NO-PRODUCT' })] })];
      const { batchId } = await upload(probe, orders);
      const answer = (await probe.get(`/batches/${batchId}/input`)).expectNormal();
      answer.expectEqual(answer.body['input'], { order_list: orders }, 'input');
    },
  },
  {
    id: 'BAT-114',
    source,
    says: 'A download has no input; the call is refused with HTTP 404 and E000009.',
    check: async (probe) => {
      const { batchId } = await emptyBatch(probe);
      (await probe.get(`/batches/${batchId}/input`)).expectRefusal(404, ['', 'E000009']);
    },
  },
  {
    id: 'BAT-115',
    source,
    says: 'GET /batches/{batch_id}/search finds the records whose field contains a text; with exact=1 the whole value must match.',
    needs,
    check: async (probe) => {
      const { batchId, records } = await knownDownload(probe);
      const code = String(records.at(-1)?.['member_code']);
      for (const [text, exact] of [
        [code, '1'],
        [code.slice(0, -1), '0'],
        [code.slice(0, -1), '1'],
      ] as const) {
        const { found, answer } = await searchAll(probe, batchId, `text=${text}&field=member_code&exact=${exact}`);
        const wanted = records.filter(({ member_code: value }) =>
          exact === '1' ? value === text : String(value).includes(text),
        );
        answer.expectEqual(
          found.map(({ seq }) => seq),
          wanted.map(({ seq }) => seq),
          `seq of the records with ${text} (exact=${exact})`,
        );
      }
    },
  },
  {
    id: 'BAT-116',
    source,
    says: 'A search without a text is refused with E000001.',
    check: async (probe) => {
      const { batchId } = await emptyBatch(probe);
      (await probe.get(`/batches/${batchId}/search`)).expectRefusal(400, ['text', 'E000001']);
    },
  },
  {
    id: 'BAT-117',
    source: 'open-points: who-requested-a-batch',
    says: 'The details and the list name the client and the user that requested a batch.',
    check: async (probe) => {
      const { batchId } = await emptyBatch(probe);
      const answer = (await probe.get(`/batches/${batchId}`)).expectNormal();
      const { client_id: clientId, user_id: userId } = answer.body['batch'] as Fields;
      answer.expectEqual(clientId, probe.account().clientId, 'client_id');
      answer.expect(typeof userId === 'string' && userId !== '', `user_id is ${String(userId)}`);
      const list = await listOne(probe, batchId);
      const [listed] = list.list('batch_list');
      list.expectEqual([listed?.['client_id'], listed?.['user_id']], [clientId, userId], 'client_id and user_id');
    },
  },
  {
    id: 'BAT-120',
    source,
    says: 'Prefer: delivery=acknowledged on a get of slips is confirmed by Preference-Applied.',
    needs: ['market'],
    check: async (probe) =>
      (await unmarkedSlip(probe, 'last')).get.expectHeader('preference-applied', 'delivery=acknowledged'),
  },
  {
    id: 'BAT-121',
    source,
    says: 'For functions without marks, this preference is not applied.',
    needs,
    check: async (probe) => {
      const { batchId } = await knownDownload(probe);
      (await getRange(probe, 'master', batchId, [1, 1], acknowledged))
        .expectStatus(200)
        .expectNoHeader('preference-applied');
    },
  },
  {
    id: 'BAT-122',
    source: marks,
    says: 'A get with this preference does not mark its slips; they still count as not downloaded.',
    needs: ['market'],
    check: async (probe) => {
      const { tradeId, get: answer } = await unmarkedSlip(probe, 'last');
      await probe.get('/batches?limit=1', second);
      answer.expectEqual(
        (await newSlips(probe, { trade_id: [tradeId] })).count,
        1,
        'how often the slip is reported as not downloaded',
      );
    },
  },
  {
    id: 'BAT-123',
    source,
    says: 'An acknowledgement marks the slips from seq_from to seq_to; not_downloaded_flg 1 no longer selects them.',
    needs: ['market'],
    check: async (probe) => {
      const { tradeId, batchId, seq } = await unmarkedSlip(probe, 'first');
      const answer = await probe.call(`/batches/${batchId}/delivered`, { seq_from: seq, seq_to: seq }, second);
      answer.expectNormal();
      const after = await newSlips(probe, { trade_id: [tradeId] });
      after.check.expectEqual(after.count, 0, 'how often the slip is reported as not downloaded');
    },
  },
  {
    id: 'BAT-124',
    source,
    says: 'The answer to an acknowledgement is the envelope; the call may be repeated, and has no effect for functions without marks.',
    needs,
    check: async (probe) => {
      const { batchId } = await knownDownload(probe);
      const first = await acknowledge(probe, batchId);
      first.expectFields(first.body, envelopeFields, 'the answer').expectNormal();
      (await acknowledge(probe, batchId)).expectNormal();
    },
  },
  {
    id: 'BAT-125',
    source,
    says: 'An acknowledgement without seq_from or seq_to is refused with E000001.',
    check: async (probe) => {
      const { batchId } = await emptyBatch(probe);
      const answer = await probe.call(`/batches/${batchId}/delivered`, {});
      answer.expectRefusal(400, ['seq_from', 'E000001'], ['seq_to', 'E000001']);
    },
  },
];

function acknowledge(probe: Probe, batchId: string): Promise<Answer> {
  return probe.call(`/batches/${batchId}/delivered`, { seq_from: '1', seq_to: '2' });
}

/** Each client has its own delivery marks. Only these checks use the second client of the user. */
const second: CallOptions = { withOtherClient: true };

function newSlips(probe: Probe, criteria: object = {}) {
  return endedBatch(probe, 'trade', { ...everySlip, ...criteria, not_downloaded_flg: '1' }, second);
}

/** Returns a slip that is not marked as delivered, and reads it without marking it. */
async function unmarkedSlip(probe: Probe, which: 'first' | 'last') {
  const { batchId, count } = await newSlips(probe);
  if (count === 0) probe.cannotJudge('all slips of the account are already marked for the second client');
  const seq = which === 'first' ? '1' : String(count);
  const get = await getRange(probe, 'trade', batchId, [seq, seq], { ...second, ...acknowledged });
  const [slip = {}] = get.expectStatus(200).list('trade');
  return { batchId, seq, tradeId: slip['trade_id'], get };
}

/** Searches until the end of the batch. Returns all found records, and the last answer. */
async function searchAll(
  probe: Probe,
  batchId: string,
  query: string,
): Promise<{ readonly found: readonly Fields[]; readonly answer: Answer }> {
  const found: Fields[] = [];
  for (let next = '1'; ; ) {
    const answer = (await probe.get(`/batches/${batchId}/search?${query}&limit=200&seq_from=${next}`)).expectNormal();
    found.push(...answer.list('record_list'));
    next = answer.string('next_seq');
    if (next === '') return { found, answer };
  }
}
