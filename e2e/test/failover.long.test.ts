import { afterAll, describe } from '@jest/globals';
import { itSurvivesFailovers } from './failover.js';

describe('a platform on PostgreSQL with a standby and a vanishing primary', () => {
  itSurvivesFailovers({ rounds: 2, loss: 'silent' }, 900_000, (ms) =>
    process.stdout.write(`Served again after a primary fell silent: ${(ms / 1_000).toFixed(1)} s\n`),
  );
});

describe('a platform on PostgreSQL with a standby, very often', () => {
  const recoveries: number[] = [];
  itSurvivesFailovers({ rounds: 20, loss: 'killed' }, 3_600_000, (ms) => recoveries.push(ms));
  afterAll(() => {
    const [shortest, median, longest] = [0, 0.5, 1].map((part) => {
      const ms = recoveries.toSorted((one, other) => one - other)[Math.floor(part * (recoveries.length - 1))];
      return ((ms ?? Number.NaN) / 1_000).toFixed(1);
    });
    process.stdout.write(
      `Served again after a kill and a promotion: ${shortest} to ${longest} s, median ${median} s\n`,
    );
  });
});
