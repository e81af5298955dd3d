import { it } from '@jest/globals';
import { describeDatabases } from '@trading-platform/database/testing';
import { orderingSchema } from '@trading-platform/ordering/typeorm';
import { killAt } from './killed-archive.js';

/**
 * After a removal and after the end of the first volume, and on PostgreSQL while the second is written, because the run
 * and its statements are the same. The long test has every step on both.
 */
const someSteps = { sqlite: [6, 3], postgres: [4] };

describeDatabases('an archive run', [orderingSchema], (open, dialect) => {
  // oxlint-disable-next-line jest/expect-expect -- it expects at each kill
  it('loses nothing and doubles nothing, killed while it writes, checks and removes', () =>
    killAt(open, someSteps[dialect]));
});
