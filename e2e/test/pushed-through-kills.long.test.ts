import { describePushedThroughKills } from './pushed-through-kills.js';

for (const database of ['sqlite', 'postgres'] as const) {
  describePushedThroughKills(database, { rounds: 10, ordersPerRound: 1_000, endpoints: 20 }, 3_600_000);
}
