/**
 * Tries each package, or those that are named, as its README says: installed alone with npm and with pnpm from a registry of its own,
 * compiled, run. Prints a line for each; the exit code is 1 when anything went wrong. The packages must be built.
 */
import { withPublished } from './registry.mjs';
import { tryPackage } from './try-package.mjs';

const names = process.argv.slice(2);

await withPublished(async (packages, registry) => {
  for (const tried of packages.filter(({ name }) => names.length === 0 || names.includes(name))) {
    for (const manager of /** @type {const} */ (['npm', 'pnpm'])) {
      const begin = Date.now();
      const problems = await tryPackage(tried, manager, registry);
      const seconds = ((Date.now() - begin) / 1_000).toFixed(1);
      process.stdout.write(`${problems.length === 0 ? 'PASS' : 'FAIL'} ${tried.name} (${manager}, ${seconds} s)\n`);
      for (const problem of problems) process.stdout.write(`  ${problem.replaceAll('\n', '\n  ')}\n`);
      if (problems.length > 0) process.exitCode = 1;
    }
  }
});
