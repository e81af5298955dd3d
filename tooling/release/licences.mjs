import { Failure } from '@trading-platform/bootstrap/failure';
import parse from 'spdx-expression-parse';
import { idOf } from './bill.mjs';
import { commandsIn } from './command.mjs';

/**
 * The licences that dependencies may have.
 *
 * @typedef {object} Policy
 * @property {readonly string[]} allowed SPDX identifiers
 * @property {Readonly<Record<string, { licence: string, reason: string }>>} known the licences that a person has
 *   checked, by `name@version`
 * @property {Readonly<Record<string, readonly string[]>>} bundled development dependencies that a package takes into its build, by its name
 * @property {readonly string[]} buildTools packages that are needed only to build these, and that the build does not
 *   contain
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
 * Returns the licence of each component of other authors. A binary package for another platform is not installed here, so it gets the
 * licence of the package that depends on it.
 *
 * @param {import('./bill.mjs').Bill} bill
 * @param {ReadonlyMap<string, string>} installed
 * @param {Policy} policy
 * @returns {ReadonlyMap<string, string>} by `name@version`
 * @throws {Failure} for the first licence that is unknown or not allowed
 */
export function allowedLicences({ metadata, components, dependencies }, installed, { allowed, known }) {
  const all = [metadata.component, ...components];
  const licences = new Map();
  for (const component of components.filter(({ group }) => group !== metadata.component.group || group === undefined)) {
    const id = idOf(component);
    const user = dependencies.find(({ dependsOn }) => dependsOn.includes(component['bom-ref']))?.ref;
    const whole = all.find((each) => each['bom-ref'] === user);
    const licence = known[id]?.licence ?? installed.get(id) ?? (whole && installed.get(idOf(whole)));
    const which = whole === undefined ? id : `${id}, which ${idOf(whole)} brings along,`;
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
