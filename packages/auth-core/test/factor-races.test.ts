import { describeFactorRaces } from './describe-factor-races.js';

describeFactorRaces({ processes: 2, rounds: 1, kills: 1 });
