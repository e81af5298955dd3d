import { expect, it } from '@jest/globals';
import { describeDatabases } from '@trading-platform/database/testing';
import { limitDefaults } from '../src/batch/batch-settings.js';
import { batchSchema, continueBatchNumbers, lastBatchNumber, openBatchStorage } from '../src/typeorm/index.js';
import { owner } from './a-download.js';

describeDatabases('numbers of batches', [batchSchema], (open) => {
  it('go on behind the number that they are told, and never back', async () => {
    const database = await open();
    const storage = await openBatchStorage({ address: database.address });
    const batch = {
      ...owner,
      functionName: 'letters',
      criteria: {},
      requestedAt: Date.UTC(2026, 3, 1),
      limits: limitDefaults,
    };
    const next = async () => (await storage.batches.add(batch)).id;
    expect(await lastBatchNumber(database)).toBe(0);
    const first = await next();
    expect(await lastBatchNumber(database)).toBe(first);
    await continueBatchNumbers(database, first + 500);
    expect(await lastBatchNumber(database)).toBe(first + 500);
    expect(await next()).toBeGreaterThan(first + 500);
    const last = await lastBatchNumber(database);
    await continueBatchNumbers(database, last);
    await continueBatchNumbers(database, first);
    expect(await lastBatchNumber(database)).toBe(last);
    expect(await next()).toBeGreaterThan(last);
    await storage.close();
  });
});
