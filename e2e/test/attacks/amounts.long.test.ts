import { describeAmountAttack } from './amounts.js';

for (const database of ['sqlite', 'postgres'] as const) {
  describeAmountAttack({
    database,
    mirrors: ['sqlite', 'postgres', 'folder'],
    hasParquet: true,
    lines: 300,
    oldSlips: 2_000,
    timeoutMs: 300_000,
  });
}
