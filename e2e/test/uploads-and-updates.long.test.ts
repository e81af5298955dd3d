import { describePlatform } from '../src/describe-platform.js';
import { describeOrderUpload } from './order-upload.js';
import { describeUploadsAndUpdates, settings } from './uploads-and-updates.js';

describePlatform('a batch with input', { database: 'postgres', settings }, (flow, platform) =>
  describeUploadsAndUpdates(flow, platform, true),
);

describePlatform('an order upload', { database: 'sqlite', settings }, (flow, platform) =>
  describeOrderUpload(flow, platform, true),
);
