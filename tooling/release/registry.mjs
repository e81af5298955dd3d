import { Failure } from '@trading-platform/bootstrap/failure';
import { runCommand } from '@trading-platform/bootstrap/run-command';
import { npmReason } from '@trading-platform/bootstrap/toolchain';

const scope = '@trading-platform';

/**
 * The registry to publish to, from the user's npm settings. npm's default registry is not used, because the user has
 * not chosen it.
 *
 * @param {string} root of the repository
 * @param {string | undefined} given by an option
 * @returns {Promise<{ url: string, setting: string } | undefined>} undefined if nothing is set
 */
export async function findRegistry(root, given) {
  const found = given === undefined ? await configured(root) : { url: given, setting: '--registry' };
  if (found === undefined) return undefined;
  // npm replaces passwords, and texts that look like a key, in its output.
  if (found.url.includes('***')) {
    throw new Failure(`npm hides a part of ${found.setting}, ${found.url}: give the address as --registry.`);
  }
  if (!URL.canParse(found.url) || !/^https?:$/.test(new URL(found.url).protocol)) {
    throw new Failure(`${found.setting} is not the address of a registry: ${found.url}`);
  }
  return found;
}

/** @param {string} root */
async function configured(root) {
  const { stdout } = await runCommand('npm', ['config', 'list'], { cwd: root });
  for (const setting of [`${scope}:registry`, 'registry']) {
    const url = new RegExp(`^${setting} = "(.*)"`, 'm').exec(stdout)?.[1];
    if (url !== undefined) return { url, setting: `npm's setting "${setting}"` };
  }
  return undefined;
}

/** A registry, which is called through the user's npm. */
export class Registry {
  /**
   * @param {string} root the root of the repository; its `.npmrc` is used
   * @param {string} url
   */
  constructor(root, url) {
    this.root = root;
    this.url = url;
  }

  /**
   * @returns {Promise<string | undefined>} the name of the account; undefined if nobody is logged in to the registry
   */
  async account() {
    const { code, stdout } = await this.#npm('whoami');
    return code === 0 && stdout.trim() !== '' ? stdout.trim() : undefined;
  }

  /**
   * @param {string} name
   * @param {string} version
   * @returns {Promise<string | undefined>} `sha512-…` of the published version; undefined if it is not published
   * @throws {Failure} if the registry gives no answer to this
   */
  async integrity(name, version) {
    const { code, output, stdout } = await this.#npm(
      'view',
      `${name}@${version}`,
      'dist.integrity',
      '--json',
      '--prefer-online',
    );
    if (code === 0) return stdout.trim() === '' ? undefined : JSON.parse(stdout);
    if (/\bE404\b/.test(output)) return undefined;
    throw new Failure(`The registry does not say whether it has ${name} ${version}: ${npmReason(plainText(output))}`);
  }

  /**
   * @param {import('./contents.mjs').Contents} contents
   * @throws {Failure}
   */
  async publish({ name, version, tarball }) {
    const { code, output } = await this.#npm('publish', tarball, '--ignore-scripts');
    if (code !== 0) throw new Failure(`npm could not publish ${name} ${version}: ${npmReason(output)}`);
  }

  /** @param {readonly string[]} args */
  #npm(...args) {
    // If the user's npm settings name a registry for the scope, npm uses that registry and ignores `--registry`. Therefore the
    // registry is also given for the scope.
    const registry = [`--registry=${this.url}`, `--${scope}:registry=${this.url}`];
    return runCommand('npm', [...args, ...registry], { cwd: this.root });
  }
}

/**
 * With `--json`, npm also reports failures as JSON on standard output.
 *
 * @param {string} output
 */
const plainText = (output) => output.replace(/^\{[^]*?^\}$/m, '');
