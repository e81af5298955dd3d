import { describe } from '@jest/globals';
import { describePlatform } from '../src/describe-platform.js';
import { describeOrderUpload } from './order-upload.js';
import { describeTradeUpdate } from './trade-update.js';

const settings = { BATCH_LEASE_SECONDS: '2' };

/** Orders and updates of slips share a platform, because none of them depends on the data of the others. */
export function describeUploadsAndUpdates(isWhole: boolean): void {
  describePlatform('a batch with input', { database: 'postgres', settings }, (flow, platform) => {
    describe('an order upload', () => {
      describeOrderUpload(flow, platform, isWhole);
    });
    describe('a trade update', () => {
      describeTradeUpdate(flow, platform, isWhole);
    });
  });
}
