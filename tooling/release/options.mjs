import { parseArgs } from 'node:util';
import { Failure } from '@trading-platform/bootstrap/failure';

export const help = `npm run release [-- options]

Makes a release of main in a separate folder: versions and changelogs from the changesets, a clean build, all checks and tests, a check of
each package, and the licences and bills of materials of all dependencies. Then it publishes the packages that the registry lacks, and tags
them. It stops at the first problem. Run it again to continue.

  --dry-run        does all checks, but commits, publishes, tags and pushes nothing
  --prepare        stops after main got the commit with the new versions, for a later release with provenance
  --registry URL   registry to publish to (default: npm's setting "@trading-platform:registry" or "registry", or NPM_CONFIG_REGISTRY)
  --help           this text

The folder release/ keeps the packages, the bills of materials and the list of licences.
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
 * @throws {Failure} for an unknown argument
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
