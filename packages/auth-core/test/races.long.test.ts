import { describeRaces } from './describe-races.js';

describeRaces({ rounds: 200, kills: 50, timeoutMs: 900_000 });
