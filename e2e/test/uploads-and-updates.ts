import { describe } from '@jest/globals';
import type { DescribeFlow } from '../src/describe-platform.js';
import type { Platform } from '../src/platform.js';
import { describeOrderUpload } from './order-upload.js';
import { describeTradeUpdate } from './trade-update.js';

/** A killed worker is replaced soon. */
export const settings = { BATCH_LEASE_SECONDS: '2' };

/** Orders and updates of slips share a platform, because none of them depends on the data of the others. */
export function describeUploadsAndUpdates(flow: DescribeFlow, platform: () => Platform, isWhole: boolean): void {
  describe('an order upload', () => {
    describeOrderUpload(flow, platform, isWhole);
  });
  describe('a trade update', () => {
    describeTradeUpdate(flow, platform, isWhole);
  });
}
