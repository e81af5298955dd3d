/**
 * Compares the public types of each package, as it is built now, with the reports that are recorded, and these with the last release.
 * Prints what is wrong; the exit code is 1 then.
 */
import { unannounced } from './api/breaking.mjs';
import { outdated, recordedReports } from './api/recorded.mjs';
import { apiReports } from './api/report.mjs';
import { publicPackages } from './public-packages.mjs';

const packages = publicPackages();
for (const problem of [...outdated(recordedReports(), apiReports(packages)), ...(await unannounced(packages))]) {
  process.stdout.write(`${problem}\n`);
  process.exitCode = 1;
}
