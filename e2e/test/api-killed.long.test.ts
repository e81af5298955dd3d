import { describeKilledApi } from './killed-api.js';

const many = { rounds: 50, marketSize: '300', keys: 40, recordsPerRange: 60, timeoutMs: 600_000 };

describeKilledApi('sqlite', many);
describeKilledApi('postgres', many);
