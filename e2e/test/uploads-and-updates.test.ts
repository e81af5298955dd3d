import { describeUploadsAndUpdates } from './uploads-and-updates.js';

describeUploadsAndUpdates(false);
