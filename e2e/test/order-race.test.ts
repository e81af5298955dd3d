import { describeOrderRace } from './order-race.js';

describeOrderRace('sqlite', 2);
