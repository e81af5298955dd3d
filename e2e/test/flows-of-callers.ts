import { describe } from '@jest/globals';
import { describeDeliveries } from '../src/delivery-flows.js';
import { describePlatform } from '../src/describe-platform.js';
import type { DatabaseKind } from '../src/platform-databases.js';
import { describeCallers } from './callers.js';
import { describeOrderGeneration } from './order-generation.js';
import { describeSdk } from './sdk.js';

/** Flows that share a platform. The SDK comes first, because the others change the products that it counts. */
export function describeFlowsOfCallers(database: DatabaseKind): void {
  describePlatform('callers', { database }, (flow, platform) => {
    describe('a program with the SDK', () => {
      describeSdk(flow, platform);
    });
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
