import { describe, expect, it } from '@jest/globals';
import { PlatformError } from '@trading-platform/client';
import type { UploadResult } from '@trading-platform/domain-types';
import type { ConsoleBatch } from '../../../wire/index.js';
import type { BatchLists } from '../../platform/batch-lists.js';
import type { PlatformCalls } from '../../platform/platform-calls.js';
import type { LiveSession } from '../../session/session-keeper.js';
import { OrdersController } from './orders.controller.js';

const live = {} as LiveSession;
const reason = { en: 'The market is closed' };
const failed = { batchId: '7', functionName: 'order-upload', state: 'failed', refusedCount: 0, recordCount: 0, reason };
const result: UploadResult = {
  seq: '3',
  upload_no: 'U-3',
  result: '0',
  trade_id: 'T',
  check_number: 'C',
  version: '1',
  error_list: [],
};

/** The controller with a fake platform, which has this batch and reports these orders as accepted. */
function orders(batch: Partial<ConsoleBatch>, taken: () => Promise<readonly UploadResult[]>): OrdersController {
  const lists = { one: async () => ({ ...failed, ...batch }) };
  const platform = { clientOf: () => ({ orders: { taken } }) };
  return new OrdersController(platform as unknown as PlatformCalls, lists as unknown as BatchLists);
}

describe('an upload that has failed', () => {
  it('tells which of its orders were taken', async () => {
    expect(await orders({}, async () => [result]).outcome(live, '7')).toMatchObject({
      state: 'failed',
      orderCount: 1,
      refusedCount: 0,
      reason,
      results: [{ seq: 3, uploadNo: 'U-3', isAccepted: true }],
    });
  });

  it('of another application tells nothing of them, because the platform does not', async () => {
    const errors = [{ error_item: 'batch_id', error_code: 'E000009', error_detail: 'Request a new batch.' }];
    const unknown = async () => {
      throw new PlatformError('request-refused', 'unknown', { errors });
    };
    expect(await orders({}, unknown).outcome(live, '7')).toMatchObject({ orderCount: 0, results: [] });
  });

  it('is not there where the batch is no upload', async () => {
    const master = orders({ functionName: 'master' }, async () => []);
    await expect(master.outcome(live, '7')).rejects.toMatchObject({ status: 404 });
  });
});
