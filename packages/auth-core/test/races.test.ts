import { describeRaces } from './describe-races.js';

describeRaces({ processes: 2, rounds: 1, kills: 1 });
