import { describeKilledUpdates } from './killed-updates.js';

describeKilledUpdates('sqlite', 25, 1_800_000);
describeKilledUpdates('postgres', 25, 1_800_000);
