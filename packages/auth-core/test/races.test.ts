import { describeRaces } from './describe-races.js';

describeRaces({ rounds: 2, kills: 1 });
