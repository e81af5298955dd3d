import { expect, it } from '@jest/globals';
import { monthsBefore } from './months-before.js';

it.each([
  ['2026-11-23', 12, '2025-11-23'],
  ['2026-03-31', 1, '2026-02-28'],
  ['2024-02-29', 12, '2023-02-28'],
  ['2024-02-29', 48, '2020-02-29'],
  ['2026-01-31', 2, '2025-11-30'],
  ['2026-01-01', 13, '2024-12-01'],
  ['2026-12-31', 1, '2026-11-30'],
])('of %s, %i months before is %s', (day, months, before) => {
  expect(monthsBefore(day, months)).toBe(before);
});
