import { describe } from '@jest/globals';
import { describeDeliveries } from '../src/delivery-flows.js';
import { describePlatform } from '../src/describe-platform.js';
import type { DatabaseKind } from '../src/platform-databases.js';
import { describeCallers } from './callers.js';
import { describeOrderGeneration } from './order-generation.js';

/** Flows that share a platform, because none of them depends on the data of the others. */
export function describeFlowsOfCallers(database: DatabaseKind): void {
  describePlatform('callers', { database }, (flow, platform) => {
    describe('a caller with SDK and tp', () => {
      describeCallers(flow, platform);
    });
    describe('order generation', () => {
      describeOrderGeneration(flow, platform);
    });
    describe('an answer with slips', () => {
      describeDeliveries(flow, platform);
    });
  });
}
