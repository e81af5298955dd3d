import { registerHooks } from 'node:module';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { migratePgBoss } from '../src/pg-boss/migrate-pg-boss.js';
import { openPgBossQueue } from '../src/pg-boss/open-pg-boss-queue.js';
import { missingPgBossTables } from '../src/pg-boss/pg-boss-tables.js';

const address = 'postgres://nobody@127.0.0.1:1/none';
const advice = 'Install pg-boss to wake workers by its queue: npm install pg-boss';
let hooks: ReturnType<typeof registerHooks>;

/** From here on Node does not find pg-boss, as in a project that has not installed it. */
beforeAll(() => {
  hooks = registerHooks({
    resolve(specifier, context, next) {
      if (specifier !== 'pg-boss') return next(specifier, context);
      throw Object.assign(new Error("Cannot find package 'pg-boss'"), { code: 'ERR_MODULE_NOT_FOUND' });
    },
  });
});

afterAll(() => hooks.deregister());

it('says what to install before it asks the database anything', async () => {
  await expect(missingPgBossTables({ address })).rejects.toThrow(advice);
  await expect(migratePgBoss({ address })).rejects.toThrow(advice);
  await expect(openPgBossQueue({ address })).rejects.toThrow(advice);
});
