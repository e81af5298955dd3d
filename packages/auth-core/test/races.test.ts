import { describeRaces } from './describe-races.js';

describeRaces({ rounds: 1, kills: 1 });
