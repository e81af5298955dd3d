import { describe } from '@jest/globals';
import { describePlatform } from '../src/describe-platform.js';
import type { DatabaseKind } from '../src/platform-databases.js';
import { describeEventEndpoints, settings } from './event-endpoints.js';
import { describeEvents } from './events.js';

/** Flows that share a platform, because none of them depends on the data of the others. */
export function describeEventsAndEndpoints(database: DatabaseKind): void {
  describePlatform('what happens', { database, settings }, (flow) => {
    describe('events', () => {
      describeEvents(flow);
    });
    describe('endpoints of events', () => {
      describeEventEndpoints(flow);
    });
  });
}
