import { expect, it } from '@jest/globals';
import { describeDatabases } from '@trading-platform/database/testing';
import { orderingSchema } from '@trading-platform/ordering/typeorm';
import { countSteps, killAt } from './killed-archive.js';

describeDatabases('an archive run', [orderingSchema], (open) => {
  it('loses nothing and doubles nothing, killed at each of its steps, and at each again', async () => {
    const steps = await countSteps(open);
    expect(steps).toBeGreaterThanOrEqual(12);
    for (let step = 1; step <= steps; step++) await killAt(open, [step]);
    // Many runs on one database, each killed early.
    await killAt(
      open,
      Array.from({ length: 8 }, (_, index) => 1 + (index % 3)),
    );
  }, 600_000);
});
