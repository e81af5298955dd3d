import { beforeAll, expect, it, jest } from '@jest/globals';

const address = 'postgres://nobody@127.0.0.1:1/none';
const advice = 'Install pg-boss to wake workers by its queue: npm install pg-boss';

beforeAll(() => {
  jest.unstable_mockModule('pg-boss', () => {
    throw Object.assign(new Error("Cannot find package 'pg-boss'"), { code: 'ERR_MODULE_NOT_FOUND' });
  });
});

it('says what to install before it asks the database anything', async () => {
  const { missingPgBossTables } = await import('../src/pg-boss/pg-boss-tables.js');
  const { migratePgBoss } = await import('../src/pg-boss/migrate-pg-boss.js');
  const { openPgBossQueue } = await import('../src/pg-boss/open-pg-boss-queue.js');
  await expect(missingPgBossTables({ address })).rejects.toThrow(advice);
  await expect(migratePgBoss({ address })).rejects.toThrow(advice);
  await expect(openPgBossQueue({ address })).rejects.toThrow(advice);
});
