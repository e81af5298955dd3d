import { describeFactorRaces } from './describe-factor-races.js';

describeFactorRaces({ processes: 4, rounds: 1_000, kills: 100, timeoutMs: 1_800_000 });
