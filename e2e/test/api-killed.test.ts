import { describeKilledApi } from './killed-api.js';

describeKilledApi('sqlite', 2);
