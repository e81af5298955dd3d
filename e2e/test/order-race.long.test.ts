import { describeOrderRace } from './order-race.js';

describeOrderRace('sqlite', 200, 3_600_000);
describeOrderRace('postgres', 200, 3_600_000);
