import { parseArgs } from 'node:util';
import { Failure } from '@trading-platform/bootstrap/failure';

export const help = `npm run release [-- options]

Makes a release of main, in a folder of its own: versions and changelogs from the changesets, a build from nothing, all checks and tests,
a look into each package, the licences and a bill of materials of all that comes along. Then it publishes what the registry lacks, and tags.
It stops at the first doubt. Run again, it goes on where it stopped.

  --dry-run        all of it, but nothing is committed, published, tagged or pushed
  --prepare        ends when the commit with the new versions is on main: to be released later, with provenance
  --registry URL   where to; else npm's setting "@trading-platform:registry" or "registry", or NPM_CONFIG_REGISTRY
  --help

Packages, bills of materials and the list of licences are left in the folder release/.
`;

/**
 * @typedef {object} ReleaseOptions
 * @property {boolean} dryRun
 * @property {boolean} prepare
 * @property {boolean} help
 * @property {string | undefined} registry
 */

/**
 * @param {string[]} args
 * @returns {ReleaseOptions}
 * @throws {Failure} for an argument that is not one of these
 */
export function readOptions(args) {
  const flag = /** @type {const} */ ({ type: 'boolean', default: false });
  try {
    const { values } = parseArgs({
      args,
      options: { 'dry-run': flag, prepare: flag, help: flag, registry: { type: 'string' } },
    });
    return { dryRun: values['dry-run'], prepare: values.prepare, help: values.help, registry: values.registry };
  } catch (error) {
    throw new Failure(`${/** @type {Error} */ (error).message} (npm run release -- --help)`);
  }
}
