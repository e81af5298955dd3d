import { expect, it } from '@jest/globals';
import { retentionOf } from './batch-settings.js';

it('takes how long batches are kept in hours', () => {
  const hours = {
    batchRetentionHours: 1,
    batchRetentionAfterUseHours: 2,
    batchRetentionAtMostHours: 24,
    batchRowRetentionHours: 48,
  };
  expect(retentionOf(hours)).toEqual({
    retentionMs: 3_600_000,
    retentionAfterUseMs: 7_200_000,
    retentionAtMostMs: 86_400_000,
    rowRetentionMs: 172_800_000,
  });
});
