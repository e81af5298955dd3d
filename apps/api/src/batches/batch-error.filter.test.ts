import { describe, expect, it } from '@jest/globals';
import { BatchError } from '@trading-platform/batch-engine';
import { refusalOfBatch } from './batch-error.filter.js';

describe('refusalOfBatch', () => {
  it.each([
    ['an unknown batch', new BatchError('unknown-batch', 'x'), 400, 'E000009', 'batch_id'],
    ['an unfinished batch', new BatchError('not-finished', 'x', { state: 'waiting' }), 400, 'E000010', 'batch_id'],
    ['a batch that has begun', new BatchError('begun', 'x'), 409, 'E000021', 'batch_id'],
    ['another body under a key', new BatchError('idempotency-mismatch', 'x'), 422, 'E000019', 'Idempotency-Key'],
  ])('%s', (_name, error, status, code, item) => {
    const refusal = refusalOfBatch(error);
    expect(refusal.status).toBe(status);
    expect(refusal.errors).toEqual([{ error_item: item, error_code: code, error_detail: expect.any(String) }]);
  });

  it.each([
    ['waiting', 'The batch is still waiting (batch_flg 1): check it again, and get when batch_flg is 3.'],
    ['processing', 'The batch is still processing (batch_flg 2): check it again, and get when batch_flg is 3.'],
    ['cancelled', 'The batch was aborted (batch_flg 4): request it again.'],
    ['failed', 'The batch has ended with an error (batch_flg 5): check it for the reason, and request it again.'],
  ] as const)('names the state of a batch without records: %s', (state, error_detail) => {
    expect(refusalOfBatch(new BatchError('not-finished', 'x', { state })).errors).toEqual([
      { error_item: 'batch_id', error_code: 'E000010', error_detail },
    ]);
  });
});
