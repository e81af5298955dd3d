import { it } from '@jest/globals';
import { describeDatabases } from '@trading-platform/database/testing';
import { orderingSchema } from '@trading-platform/ordering/typeorm';
import { killAt } from './killed-archive.js';

/**
 * The run is killed after a removal, and on PostgreSQL also while the second volume is written. The long test kills it
 * at every step on both databases.
 */
const someSteps = { sqlite: [6], postgres: [4] };

describeDatabases('an archive run', [orderingSchema], (open, dialect) => {
  // oxlint-disable-next-line jest/expect-expect -- it expects at each kill
  it('loses nothing and doubles nothing, killed while it writes, checks and removes', () =>
    killAt(open, someSteps[dialect]));
});
