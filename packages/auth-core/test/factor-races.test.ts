import { describeFactorRaces } from './describe-factor-races.js';

describeFactorRaces({ rounds: 1, kills: 1 });
