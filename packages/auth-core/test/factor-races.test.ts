import { describeFactorRaces } from './describe-factor-races.js';

describeFactorRaces({ rounds: 3, kills: 2 });
