import { Failure } from '@trading-platform/bootstrap/failure';
import parse from 'spdx-expression-parse';
import { commandsIn } from './command.mjs';

/** @typedef {import('./dependencies.mjs').Dependency} Dependency */

/**
 * What may come along.
 *
 * @typedef {object} Policy
 * @property {readonly string[]} allowed SPDX identifiers
 * @property {Readonly<Record<string, { licence: string, reason: string }>>} known licences that somebody has looked up, by `name@version`
 * @property {Readonly<Record<string, readonly string[]>>} bundled development dependencies that a package takes into its build, by its name
 */

/**
 * The licences of all packages that are installed.
 *
 * @param {string} root of a workspace
 * @returns {Promise<ReadonlyMap<string, string>>} SPDX expressions by `name@version`
 */
export async function installedLicences(root) {
  /** @type {Record<string, readonly { name: string, versions: readonly string[] }[]>} */
  const listed = JSON.parse(await commandsIn(root)('pnpm', '--recursive', 'licenses', 'list', '--json'));
  return new Map(
    Object.entries(listed).flatMap(([licence, packages]) =>
      packages.flatMap(({ name, versions }) =>
        versions.map((version) => /** @type {const} */ ([`${name}@${version}`, licence])),
      ),
    ),
  );
}

/**
 * The licence of each dependency. The programs of another platform are not installed here: they have that of the package whose part they are.
 *
 * @param {ReadonlyMap<string, Dependency>} dependencies
 * @param {ReadonlyMap<string, string>} installed
 * @param {Policy} policy
 * @returns {ReadonlyMap<string, string>} by id
 * @throws {Failure} for the first that is unknown or not allowed
 */
export function allowedLicences(dependencies, installed, { allowed, known }) {
  const licences = new Map();
  for (const { id, folder } of dependencies.values()) {
    if (folder !== undefined) continue;
    const whole = [...dependencies.values()].find(({ needs }) => needs.includes(id));
    const licence = known[id]?.licence ?? installed.get(id) ?? (whole && installed.get(whole.id));
    const which = whole === undefined ? id : `${id}, which ${whole.id} brings along,`;
    if (licence === undefined || licence === 'Unknown') throw new Failure(`The licence of ${which} is not known.`);
    if (!isAllowed(licence, allowed)) throw new Failure(`The licence of ${which} is not allowed: ${licence}.`);
    licences.set(id, licence);
  }
  return licences;
}

/**
 * @param {string} expression SPDX
 * @param {readonly string[]} allowed
 */
export function isAllowed(expression, allowed) {
  try {
    return holds(parse(expression));
  } catch {
    return false;
  }

  /**
   * @param {import('spdx-expression-parse').Info} info
   * @returns {boolean}
   */
  function holds(info) {
    if ('license' in info) return allowed.includes(info.license);
    return info.conjunction === 'and' ? holds(info.left) && holds(info.right) : holds(info.left) || holds(info.right);
  }
}
