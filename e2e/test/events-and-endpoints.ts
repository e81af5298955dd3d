import { describe } from '@jest/globals';
import type { DescribeFlow } from '../src/describe-platform.js';
import { describeEventEndpoints } from './event-endpoints.js';
import { describeEvents } from './events.js';

/** Flows that share a platform, because none of them depends on the data of the others. */
export function describeEventsAndEndpoints(flow: DescribeFlow): void {
  describe('events', () => {
    describeEvents(flow);
  });
  describe('endpoints of events', () => {
    describeEventEndpoints(flow);
  });
}
