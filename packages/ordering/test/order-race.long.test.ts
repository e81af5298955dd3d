import { expect, it } from '@jest/globals';
import { describeDatabases } from '@trading-platform/database/testing';
import { orderingSchema } from '../src/typeorm/ordering-schema.js';
import { fillMarket } from './order-market.js';
import { oneOfEach, raceForOrders } from './order-race.js';

const rounds = 200;

describeDatabases('orders that many take and change at once', [orderingSchema], (open) => {
  it('have one slip for each number and one winner for each version', async () => {
    const database = await open(fillMarket);
    expect(await raceForOrders(database, rounds)).toEqual(Array.from({ length: rounds }, () => oneOfEach));
  }, 600_000);
});
