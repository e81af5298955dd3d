import { describeKilledApi } from './killed-api.js';

describeKilledApi('sqlite', { rounds: 1, marketSize: '30', keys: 8, recordsPerRange: 5 });
