import { expect, it } from '@jest/globals';
import { limitDefaults, pollMsWithQueue, retentionDefaults, retentionOf, workerDefaults } from './batch-settings.js';

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

it('has the defaults that its settings tell', () => {
  const hour = 3_600_000;
  expect(retentionDefaults).toEqual({
    retentionMs: 7 * 24 * hour,
    retentionAfterUseMs: 24 * hour,
    retentionAtMostMs: 14 * 24 * hour,
    rowRetentionMs: 14 * 24 * hour,
    readerGraceMs: hour / 4,
  });
  expect(workerDefaults).toEqual({
    concurrency: 4,
    runningPerMember: 2,
    leaseMs: 15_000,
    pollMs: 50,
    renewMs: 1_000,
    failuresAtMost: 3,
    backoffMs: 2_000,
    housekeepingMs: 60_000,
  });
  expect(limitDefaults).toEqual({ unfinishedPerOwner: 1_000, storedBytesPerMember: Number.POSITIVE_INFINITY });
  expect(pollMsWithQueue).toBe(1_000);
});
