import { describeKilledApi } from './killed-api.js';

describeKilledApi('sqlite', 50, 600_000);
describeKilledApi('postgres', 50, 600_000);
