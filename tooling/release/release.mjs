import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '@trading-platform/bootstrap/failure';
import { runAttached } from '@trading-platform/bootstrap/run-command';
import { branch, requireCleanMain } from './checkout.mjs';
import { commandsIn } from './command.mjs';
import { packAndLook } from './contents.mjs';
import { appFolders, writeMaterials } from './materials.mjs';
import { findRegistry, Registry } from './registry.mjs';
import { makeTags, missingTags, tagsOf } from './tags.mjs';
import { commitVersions } from './versions.mjs';
import { inWorkTree } from './work-tree.mjs';

/** @typedef {import('./contents.mjs').Contents} Contents */
/** @typedef {(text: string) => void} Tell */

/**
 * A release that has passed all checks.
 *
 * @typedef {object} Plan
 * @property {string} commit the released commit
 * @property {readonly Contents[]} toPublish
 * @property {readonly string[]} tags of all packages and apps
 * @property {readonly string[]} toTag
 */

/**
 * Makes a release of the repository, or continues a release that was interrupted.
 *
 * @param {string} root of the repository
 * @param {import('./options.mjs').ReleaseOptions} options
 * @param {Tell} tell
 * @throws {Failure} at the first problem
 */
export async function release(root, options, tell) {
  await requireCleanMain(root);
  const registry = await chooseRegistry(root, options, tell);
  const plan = await inWorkTree(root, (folder) => makePlan(root, folder, { options, registry, tell }));
  if (options.dryRun) return tell('Dry run: nothing was committed, published, tagged or pushed.');
  await advanceMain(root, plan.commit);
  if (options.prepare) return tell(`${branch} has the new versions: npm run release publishes them.`);
  if (registry === undefined) throw new Failure(noRegistry);
  for (const contents of plan.toPublish) {
    await registry.publish(contents);
    tell(`Published ${contents.name} ${contents.version}`);
  }
  await makeTags(root, plan.toTag, plan.tags);
  tell(`Released: ${plan.toPublish.length} published, ${plan.toTag.length} tagged.`);
}

const isProvenance = (/** @type {string} */ setting) => /^npm_config_provenance$/i.test(setting);
const settings = Object.entries(process.env);
const provenance = {
  isWanted: settings.some(([name, value]) => isProvenance(name) && value === 'true'),
  without: Object.fromEntries(settings.filter(([name]) => !isProvenance(name))),
};

const noRegistry =
  'No registry is set: npm run release -- --registry URL, or npm config set @trading-platform:registry URL.';

/**
 * @param {string} root
 * @param {import('./options.mjs').ReleaseOptions} options
 * @param {Tell} tell
 */
async function chooseRegistry(root, { registry: given, dryRun, prepare }, tell) {
  const found = await findRegistry(root, given);
  const goesOn = dryRun || prepare;
  if (found === undefined) {
    if (!goesOn) throw new Failure(noRegistry);
    tell(`${noRegistry} The following steps assume that it is empty.`);
    return undefined;
  }
  const registry = new Registry(root, found.url);
  const account = await registry.account();
  if (account === undefined && !goesOn) {
    throw new Failure(`The registry ${found.url} does not know who you are: npm login --registry ${found.url}`);
  }
  tell(`Registry: ${found.url} (${found.setting}), as ${account ?? 'nobody yet'}`);
  return registry;
}

/**
 * Runs all checks in a work tree.
 *
 * @param {string} root
 * @param {string} folder the work tree
 * @param {{ options: import('./options.mjs').ReleaseOptions, registry: Registry | undefined, tell: Tell }} how
 * @returns {Promise<Plan>}
 */
async function makePlan(root, folder, { options, registry, tell }) {
  const run = commandsIn(folder);
  await run('pnpm', 'install', '--frozen-lockfile', '--prefer-offline');
  const isVersioned = await commitVersions(folder);
  if (isVersioned && !options.dryRun && !options.prepare && provenance.isWanted) {
    throw new Failure(
      'Provenance names the commit that this run began with, which has no new versions: npm run release -- --prepare, then again.',
    );
  }
  tell(isVersioned ? 'Changesets have become versions. Building …' : 'No changesets are waiting. Building …');
  await run('pnpm', 'run', 'build', '--force');
  tell('Testing …');
  // The tests also publish packages, but to their own registries.
  const code = await runAttached('npm', ['test'], { cwd: folder, env: provenance.without });
  if (code !== 0) throw new Failure(`npm test failed (exit code ${code}).`);
  const destination = join(root, 'release');
  rmSync(destination, { recursive: true, force: true });
  mkdirSync(destination);
  const contents = await packAndLook(folder, destination);
  const count = await writeMaterials(folder, destination);
  tell(`Third-party packages: ${count}, all with an allowed licence (release/third-party.md)`);
  const toPublish = await unpublished(contents, registry, tell);
  const tags = tagsOf(folder, [...contents.map((each) => each.folder), ...appFolders(folder)]);
  const toTag = await missingTags(folder, tags);
  for (const tag of toTag) tell(`to tag      ${tag}`);
  return { commit: await run('git', 'rev-parse', 'HEAD'), toPublish, tags, toTag };
}

/**
 * @param {readonly Contents[]} contents
 * @param {Registry | undefined} registry
 * @param {Tell} tell
 */
async function unpublished(contents, registry, tell) {
  const lacking = [];
  for (const each of contents) {
    const { name, version, integrity, bytes, files } = each;
    const published = await registry?.integrity(name, version);
    if (published !== undefined && published !== integrity) {
      throw new Failure(
        `${name} ${version} is published with other contents: what has changed since needs a changeset.`,
      );
    }
    tell(
      `${published === undefined ? 'to publish' : 'published '}  ${name} ${version}, ${Math.ceil(bytes / 1_000)} kB, ${files} files`,
    );
    if (published === undefined) lacking.push(each);
  }
  return lacking;
}

/**
 * Moves the branch main, here and in origin, to the commit with the new versions. This happens before the packages of
 * this commit are published.
 *
 * @param {string} root
 * @param {string} commit
 */
async function advanceMain(root, commit) {
  const run = commandsIn(root);
  await run('git', 'merge', '--quiet', '--ff-only', commit);
  await run('git', 'push', '--quiet', 'origin', branch);
}
