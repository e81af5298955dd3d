/**
 * Compares the public types of the current builds with the public types of the last release. Prints each package that
 * lost a public type without a changeset of the right size. If there is such a package, the exit code is 1.
 */
import { readChangesets } from '@changesets/read';
import { lastRelease } from '@trading-platform/bootstrap/last-release';
import { rootFolder } from '@trading-platform/bootstrap/root-folder';
import { builtTypes } from './api/report.mjs';
import { typesOfRelease } from './api/types-of-release.mjs';
import { announcementsOf, unannounced } from './api/unannounced.mjs';

const tell = (/** @type {string} */ text) => void process.stdout.write(`${text}\n`);

const commit = await lastRelease(rootFolder);
if (commit === undefined) {
  tell('The history contains no release, so there are no public types to compare with.');
} else {
  const steps = (await readChangesets(rootFolder)).flatMap(announcementsOf);
  for (const problem of unannounced(await typesOfRelease(rootFolder, commit), builtTypes(rootFolder), steps)) {
    tell(problem);
    process.exitCode = 1;
  }
}
