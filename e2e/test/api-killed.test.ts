import { describeKilledApi } from './killed-api.js';

describeKilledApi('sqlite', 2);
describeKilledApi('postgres', 2);
