import { expect, it } from '@jest/globals';
import { describeDatabases } from '@trading-platform/database/testing';
import { eventLogSchema } from '@trading-platform/event-log/typeorm';
import { eventPushSchema } from '../src/typeorm/index.js';
import { pushThroughKills } from './kills.js';

describeDatabases('processes that are killed often', [eventLogSchema, eventPushSchema], (open) => {
  it('lose none of 10,000 events for 20 endpoints', async () => {
    const outcomes = await pushThroughKills(await open(), {
      endpoints: 20,
      events: 10_000,
      kills: 25,
      seed: Date.now(),
      // At this speed, the five days after which an event is given up last a quarter of an hour: longer than the test.
      speed: 500,
    });
    expect(outcomes.map(({ lost, foreign }) => [lost, foreign].join())).toEqual(Array(20).fill('0,0'));
  }, 1_400_000);
});
