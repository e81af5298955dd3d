import { describeKilledUploads } from './killed-uploads.js';

describeKilledUploads('sqlite', 50, 1_800_000);
describeKilledUploads('postgres', 50, 1_800_000);
