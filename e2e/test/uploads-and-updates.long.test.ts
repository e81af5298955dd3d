import { describePlatform } from '../src/describe-platform.js';
import { describeOrderUpload } from './order-upload.js';
import { describeUploadsAndUpdates } from './uploads-and-updates.js';

describeUploadsAndUpdates(true);

describePlatform('an order upload', { database: 'sqlite', settings: { BATCH_LEASE_SECONDS: '2' } }, (flow, platform) =>
  describeOrderUpload(flow, platform, true),
);
