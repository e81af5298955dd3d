import { describeCallersAndKilledApi } from './callers-and-killed-api.js';

describeCallersAndKilledApi('sqlite');
describeCallersAndKilledApi('postgres');
