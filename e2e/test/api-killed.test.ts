import { describeKilledApi } from './killed-api.js';

describeKilledApi('sqlite', 2, 60_000);
describeKilledApi('postgres', 2, 60_000);
