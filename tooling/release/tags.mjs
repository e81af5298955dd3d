import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '@trading-platform/bootstrap/failure';
import { branch } from './checkout.mjs';
import { commandsIn } from './command.mjs';

/**
 * @param {string} root
 * @param {readonly string[]} folders
 * @returns {readonly string[]} `@trading-platform/client@0.2.0`
 */
export const tagsOf = (root, folders) =>
  folders.map((folder) => {
    const { name, version } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    return `${name}@${version}`;
  });

/**
 * Returns the tags that do not exist yet.
 *
 * @param {string} root a work tree of the released commit
 * @param {readonly string[]} tags
 * @throws {Failure} for a tag that is not in the history of the released commit
 */
export async function missingTags(root, tags) {
  const run = commandsIn(root);
  const there = new Set((await run('git', 'tag', '--list')).split('\n'));
  const inHistory = new Set((await run('git', 'tag', '--list', '--merged', 'HEAD')).split('\n'));
  const strange = tags.find((tag) => there.has(tag) && !inHistory.has(tag));
  if (strange !== undefined) throw new Failure(`The tag ${strange} is on a commit that is not on ${branch}.`);
  return tags.filter((tag) => !there.has(tag));
}

/**
 * Makes the missing tags at HEAD, and pushes all tags of these packages to origin.
 *
 * @param {string} root
 * @param {readonly string[]} missing
 * @param {readonly string[]} tags
 */
export async function makeTags(root, missing, tags) {
  const run = commandsIn(root);
  for (const tag of missing) await run('git', 'tag', '--annotate', '--message', tag, tag);
  await run('git', 'push', '--quiet', '--atomic', 'origin', ...tags.map((tag) => `refs/tags/${tag}`));
}
