import { expect, it } from '@jest/globals';
import { describeDatabases } from '@trading-platform/database/testing';
import { eventLogSchema } from '@trading-platform/event-log/typeorm';
import { eventPushSchema } from '../src/typeorm/index.js';
import { pushThroughKills } from './kills.js';

describeDatabases('killed processes', [eventLogSchema, eventPushSchema], (open) => {
  it('lose no event, and repeat events only with their ids', async () => {
    const outcomes = await pushThroughKills(await open(), {
      endpoints: 6,
      events: 60,
      kills: 1,
      seed: 41,
      speed: 2_000,
    });
    expect(outcomes.map(({ lost, foreign }) => [lost, foreign].join())).toEqual(Array(6).fill('0,0'));
    const bodies = new Map<string, string>();
    for (const { id, text } of outcomes.flatMap(({ received }) => received)) {
      expect(bodies.get(id) ?? text).toBe(text);
      bodies.set(id, text);
    }
  });
});
