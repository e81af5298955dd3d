import { expect, it } from '@jest/globals';
import { describeDatabases } from '@trading-platform/database/testing';
import { limitDefaults } from '../src/batch/batch-settings.js';
import { batchSchema, openBatchStorage } from '../src/typeorm/index.js';
import { endedAmong } from '../src/typeorm/sql/ended-among.js';
import { existingAmong } from '../src/typeorm/sql/existing-among.js';
import { owner } from './a-download.js';

describeDatabases('of some batches', [batchSchema], (open) => {
  it('those are told that are there, and those that have ended', async () => {
    const database = await open();
    const storage = await openBatchStorage({ address: database.address });
    const { batches } = storage;
    const now = Date.UTC(2026, 3, 1);
    const batch = { ...owner, functionName: 'letters', criteria: {}, requestedAt: now, limits: limitDefaults };
    const ids: number[] = [];
    for (let n = 0; n < 4; n++) ids.push((await batches.add(batch)).id);
    const [waits = 0, cancelled = 0, removed = 0, unasked = 0] = ids;
    for (const id of [cancelled, removed, unasked]) await batches.cancel(id, { now, expiresAt: now });
    await batches.remove(removed);
    const asked = [waits, cancelled, removed, 999_999];
    expect(new Set(await existingAmong(database, asked))).toEqual(new Set([waits, cancelled]));
    expect(await endedAmong(database, asked)).toEqual([cancelled]);
    expect([await existingAmong(database, []), await endedAmong(database, [])]).toEqual([[], []]);
    await storage.close();
  });
});
