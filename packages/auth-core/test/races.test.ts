import { describeRaces } from './describe-races.js';

describeRaces({ rounds: 5, kills: 2 });
