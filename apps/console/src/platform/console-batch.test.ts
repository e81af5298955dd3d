import { describe, expect, it } from '@jest/globals';
import { batchReason, type OwnBatch } from '@trading-platform/domain-types';
import { consoleBatch, failureReason } from './console-batch.js';

const own: OwnBatch = {
  batch_id: '41',
  function: 'master',
  client_id: 'c',
  user_id: '',
  batch_flg: '5',
  state: 'failed',
  record_count: '0',
  error_count: '0',
  records_expected: '',
  queue_position: '',
  requested_at: '2026-11-20 09:30:14',
  started_at: '',
  attempts: '3',
  wait_ms: '',
  run_ms: '',
  snapshot_at: '',
  ended_at: '2026-11-20 09:30:16',
  last_read_at: '',
  expires_at: '2026-11-27 09:30:16',
  records_kept: '0',
  change_cursor: '',
  changes_only: '0',
  removed_count: '0',
  record_bytes: '0',
  stored_bytes: '0',
  reason: batchReason.noRoom,
  request: '{"exist_mc":"1"}',
};

describe('a batch as the page gets it', () => {
  it('has what is known of it, and nothing for the rest', () => {
    expect(consoleBatch(own)).toEqual({
      batchId: '41',
      functionName: 'master',
      state: 'failed',
      clientId: 'c',
      recordCount: 0,
      refusedCount: 0,
      requestedAt: Date.UTC(2026, 10, 20, 0, 30, 14),
      endedAt: Date.UTC(2026, 10, 20, 0, 30, 16),
      expiresAt: Date.UTC(2026, 10, 27, 0, 30, 16),
      attempts: 3,
      recordBytes: 0,
      storedBytes: 0,
      isReadable: false,
      isGone: true,
      changesOnly: false,
      reason: { en: batchReason.noRoom, ja: 'レコードを保存する空き容量がありません。' },
      request: { exist_mc: '1' },
    });
  });

  it('tells how many of its records were refused', () => {
    expect(consoleBatch({ ...own, error_count: '3' })).toMatchObject({ refusedCount: 3 });
  });

  it('tells for which user it was requested, if the data API knows it', () => {
    expect(consoleBatch({ ...own, user_id: 'u' })).toMatchObject({ userId: 'u' });
    const { user_id: _, ...former } = own;
    expect(consoleBatch(former as OwnBatch)).not.toHaveProperty('userId');
  });

  it('tells when it was last read', () => {
    expect(consoleBatch({ ...own, last_read_at: '2026-11-20 09:30:17' })).toMatchObject({
      lastReadAt: Date.UTC(2026, 10, 20, 0, 30, 17),
    });
  });

  it('has a reason of a function as the function tells it', () => {
    expect(failureReason('The market is closed')).toEqual({ en: 'The market is closed' });
  });
});
