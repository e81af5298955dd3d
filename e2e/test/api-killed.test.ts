import { describeKilledApi } from './killed-api.js';

describeKilledApi('sqlite', 3, 60_000);
describeKilledApi('postgres', 3, 60_000);
