/**
 * Tries all packages, or only the named packages, as their READMEs say. Each package is installed alone from a
 * temporary registry, with npm and with pnpm. Then its programs are compiled and run. Prints one line for each package.
 * If anything failed, the exit code is 1. The packages must be built.
 */
import { withPublished } from './registry.mjs';
import { withSurroundings } from './surroundings.mjs';
import { tryPackage } from './try-package.mjs';

const names = process.argv.slice(2);

await withSurroundings((surroundingsOf) =>
  withPublished(async (packages, registry) => {
    for (const tried of packages.filter(({ name }) => names.length === 0 || names.includes(name))) {
      for (const manager of /** @type {const} */ (['npm', 'pnpm'])) {
        const begin = Date.now();
        const problems = await tryPackage(tried, manager, registry, surroundingsOf);
        const seconds = ((Date.now() - begin) / 1_000).toFixed(1);
        process.stdout.write(`${problems.length === 0 ? 'PASS' : 'FAIL'} ${tried.name} (${manager}, ${seconds} s)\n`);
        for (const problem of problems) process.stdout.write(`  ${problem.replaceAll('\n', '\n  ')}\n`);
        if (problems.length > 0) process.exitCode = 1;
      }
    }
  }),
);
