import { describeRaces } from './describe-races.js';

const rounds = Number(process.env['TEST_ROUNDS'] ?? 200);

describeRaces({ processes: 4, rounds, kills: 50, timeoutMs: 3_600_000 });
