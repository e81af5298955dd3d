import { afterAll, describe, expect, it } from '@jest/globals';
// The built package, because a thread runs a file, not the test's transpiled module.
import {
  BatchCheckRequest,
  batchGetRequest,
  DeliveryDateLookupRequest,
  downloadRequest,
  judgeBody,
  OrderGenerateRequest,
  OrderUploadRequest,
  PartnerListRequest,
} from '@trading-platform/validation';
import { assertThreadKnows, JudgingThread } from '@trading-platform/validation/threads';

const MasterDownloadRequest = downloadRequest('master');
const PairSettingDownloadRequest = downloadRequest('orderblock');

/** The start of a thread counts towards its limit, and takes long on a busy machine. */
const patient = { timeoutMs: 240_000 };
const thread = new JudgingThread(patient);

afterAll(() => thread.close());

/** Bytes in their own buffer, as the thread needs them. */
function bytesOf(body: unknown): Uint8Array {
  return new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body));
}

/** A class that no thread can import. */
class Unheard {
  field = '';
}

const refused = { visible: ['1', '2'], readable: ['2'], pair: ['member_code_partner'] };
const none = { visible: [], readable: [], pair: [] };

describe('a judging thread', () => {
  it.each<[new () => object, unknown]>([
    [MasterDownloadRequest, { exist_mc: 1, group_code_list: [{ a: '1' }, 2], color: 1, size: '大' }],
    [MasterDownloadRequest, { exist_mc: '9', member_code_list: ['1', '3', true, '2', '1'] }],
    [MasterDownloadRequest, []],
    [PairSettingDownloadRequest, { member_code_buyer: ['2', '3'], member_code_seller: ['4', '2'], update_date: 'x' }],
    [
      DeliveryDateLookupRequest,
      { member_code_self: '1', member_code_partner: '2', details_list: [{}, 7, { catalog_id: 'x' }] },
    ],
    [
      downloadRequest('trade', 7),
      { target_date_set: '1', target_date_from: '2026-01-01', target_date_to: '2026-01-08' },
    ],
    [
      OrderUploadRequest,
      { order_list: [{ upload_no: 'u', detail_list: [{ line_no: 1 }, null] }, 5, { upload_no: 'u' }] },
    ],
    [OrderGenerateRequest, { trade_id_list: ['1', null, 3], version_list: [1] }],
    [PartnerListRequest, { member_code_self: '1', client_member_code_list: ['3'], limit: 5, cursor: 'x' }],
    [batchGetRequest(5), { batch_id: 1, seq_from: 1, seq_to: 6 }],
    [batchGetRequest(), { batch_id: 1, seq_from: 1, seq_to: 6 }],
  ])('judges as the main thread does: %p', async (requestClass, body) => {
    const there = await thread.judge(requestClass, bytesOf(body), true);
    const here = judgeBody(requestClass, bytesOf(body));
    expect({ ...there, value: there.value }).toEqual({
      ...here,
      bytes: expect.any(Function),
      digest: expect.any(Function),
      defects: expect.any(Function),
      value: JSON.parse(JSON.stringify(here.value)),
    });
    expect(there.value).toBeInstanceOf(requestClass);
    expect(there.digest()).toBe(here.digest());
    expect(String(Buffer.from(there.bytes()))).toBe(String(here.bytes()));
    for (const codes of [refused, none]) {
      expect(String(Buffer.from(await there.defects(codes)))).toBe(String(await here.defects(codes)));
      expect(String(Buffer.from(await there.defects(codes, 'ja')))).toBe(String(await here.defects(codes, 'ja')));
    }
  });

  it.each([
    ['{', 'not-json'],
    ['['.repeat(100), 'too-deep'],
  ])('says why %s cannot be read', async (body, reason) => {
    const judging = thread.judge(BatchCheckRequest, bytesOf(body), false);
    await expect(judging).rejects.toMatchObject({ code: 'unreadable-body', reason });
  });

  it('that breaks down refuses the current body, and judges the later ones', async () => {
    const broken = thread.judge(Unheard, bytesOf({}), false);
    const next = thread.judge(BatchCheckRequest, bytesOf({ batch_id: 1 }), false);
    await expect(broken).rejects.toMatchObject({ code: 'thread-unavailable' });
    expect((await next).value).toEqual({ batch_id: '1' });
  });

  it('refuses bodies when as many are waiting as may wait', async () => {
    const busy = new JudgingThread({ ...patient, waitingAtMost: 1 });
    const judging = Array.from({ length: 5 }, () => busy.judge(BatchCheckRequest, bytesOf({ batch_id: 1 }), false));
    const outcomes = (await Promise.allSettled(judging)).map(({ status }) => status);
    await busy.close();
    expect(outcomes).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected', 'rejected']);
  });

  it('gives up a body that takes too long, and goes on', async () => {
    const hasty = new JudgingThread({ timeoutMs: 1 });
    const slow = hasty.judge(MasterDownloadRequest, bytesOf(`[${'"x",'.repeat(200_000)}1]`), true);
    await expect(slow).rejects.toMatchObject({ code: 'thread-unavailable' });
    await hasty.close();
  });

  it('ends when it has nothing to do, and starts again', async () => {
    const brief = new JudgingThread({ ...patient, idleMs: 1 });
    for (let round = 0; round < 3; round++) {
      expect((await brief.judge(BatchCheckRequest, bytesOf({ batch_id: round + 1 }), false)).hasDefects).toBe(false);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await brief.close();
  });

  it('knows the request classes of this package only', () => {
    expect(() => assertThreadKnows(Unheard)).toThrow(TypeError);
    expect(() => assertThreadKnows(batchGetRequest(5))).not.toThrow();
  });
});
