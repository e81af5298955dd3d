import { expect, it } from '@jest/globals';
import { describeDatabases } from '@trading-platform/database/testing';
import { orderingSchema } from '../src/typeorm/ordering-schema.js';
import { fillMarket } from './order-market.js';
import { raceForSlips } from './update-race.js';

const rounds = 6;

describeDatabases('a slip that many change at once', [orderingSchema], (open) => {
  it('is changed by one of them, as a whole, and nobody overwrites it', async () => {
    const database = await open();
    await fillMarket(database);
    for (const { versions, ...outcome } of await raceForSlips(database, rounds)) {
      expect(outcome).toEqual({ winners: 1, numbersTooMany: 0, isWhole: true });
      expect(Math.max(2, ...versions)).toBe(2);
    }
  });
});
