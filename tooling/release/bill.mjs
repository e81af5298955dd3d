import { commandsIn } from './command.mjs';

/**
 * A bill of materials: the part of CycloneDX 1.6 that is used here.
 *
 * @typedef {object} Bill
 * @property {{ timestamp: string, component: Component }} metadata
 * @property {Component[]} components the run-time dependencies, for every platform
 * @property {{ ref: string, dependsOn: string[] }[]} dependencies
 *
 * @typedef {{ 'bom-ref': string, group?: string, name: string, version: string, scope?: string, licenses?: unknown[] }} Component
 */

/** @param {Component} component */
const nameOf = ({ group, name }) => `${group === undefined ? '' : `${group}/`}${name}`;

/** @param {Component} component @returns {string} `name@version` */
export const idOf = (component) => `${nameOf(component)}@${component.version}`;

/** Makes bills of materials for the packages of a workspace, from the lockfile of the workspace. */
export class Bills {
  #run;
  #policy;

  /**
   * @param {string} root of the workspace
   * @param {Pick<import('./licences.mjs').Policy, 'bundled' | 'buildTools'>} policy
   */
  constructor(root, policy) {
    this.#run = commandsIn(root);
    this.#policy = policy;
  }

  /**
   * @param {string} name of a package or app
   * @param {'library' | 'application'} type
   * @returns {Promise<Bill>} without licences
   */
  async of(name, type) {
    const bill = await this.#read(name, type, '--prod');
    for (const [bundler, taken] of Object.entries(this.#policy.bundled)) {
      if (![bill.metadata.component, ...bill.components].some((each) => nameOf(each) === bundler)) continue;
      addBundled(bill, await this.#read(bundler, 'library'), { taken, tools: this.#policy.buildTools });
    }
    return bill;
  }

  /**
   * @param {string} name
   * @param {string} type
   * @param {...string} options
   * @returns {Promise<Bill>}
   */
  async #read(name, type, ...options) {
    const format = [
      '--sbom-format',
      'cyclonedx',
      '--sbom-spec-version',
      '1.6',
      '--sbom-type',
      type,
      '--lockfile-only',
      '--exclude-peers',
    ];
    return JSON.parse(await this.#run('pnpm', '--filter', name, 'sbom', ...format, ...options));
  }
}

const isOneOf = (/** @type {readonly string[]} */ names) => (/** @type {Component} */ each) =>
  names.includes(nameOf(each));

/**
 * Adds the development dependencies that the build of a package contains, together with their own dependencies.
 *
 * @param {Bill} bill
 * @param {Bill} whole the bill of the package, with its development dependencies
 * @param {{ taken: readonly string[], tools: readonly string[] }} the tools, and the dependencies of only these tools,
 *   are left out
 */
export function addBundled(bill, whole, { taken, tools }) {
  const left = new Set(whole.components.filter(isOneOf(tools)).map(refOf));
  const needed = new Set(whole.components.filter(isOneOf(taken)).map(refOf));
  for (const ref of needed) {
    const found = whole.dependencies.filter((each) => each.ref === ref).flatMap(({ dependsOn }) => dependsOn);
    for (const each of found.filter((one) => !left.has(one))) needed.add(each);
  }
  for (const ref of new Set([bill.metadata.component, ...bill.components].map(refOf))) needed.delete(ref);
  bill.components.push(
    ...whole.components.filter((each) => needed.has(refOf(each))).map(({ scope: _ofDevelopment, ...each }) => each),
  );
  bill.dependencies.push(...whole.dependencies.filter(({ ref }) => needed.has(ref)));
}

const refOf = (/** @type {Component} */ component) => component['bom-ref'];
