import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { rootFolder } from '@trading-platform/bootstrap/root-folder';
import { runCommand } from '@trading-platform/bootstrap/run-command';
import { publicPackages } from './public-packages.mjs';

/**
 * A package in the packed form in which it will be published.
 *
 * @typedef {import('./public-packages.mjs').PublicPackage & { tarball: string }} PackedPackage
 */

/**
 * Packs all published packages from the current builds.
 *
 * @param {string} destination a folder for the tarballs
 * @param {string} [root] of a workspace
 * @returns {Promise<readonly PackedPackage[]>}
 */
export async function packAll(destination, root = rootFolder) {
  const packages = publicPackages(root);
  for (const { folder } of packages) removeStale(join(root, folder));
  const filters = packages.flatMap(({ name }) => ['--filter', name]);
  const args = ['--recursive', ...filters, 'pack', '--pack-destination', destination];
  const { code, output } = await runCommand('pnpm', args, { cwd: root });
  if (code !== 0) throw new Error(`pnpm pack\n${output}`);
  return packages.map((each) => {
    const file = `${each.name.slice(1).replace('/', '-')}-${each.manifest.version}.tgz`;
    return { ...each, tarball: join(destination, file) };
  });
}

/**
 * Removes old outputs, because the compiler keeps outputs whose sources no longer exist.
 *
 * @param {string} folder of a package
 */
function removeStale(folder) {
  for (const path of globSync('**/*.{js,d.ts,map}', { cwd: join(folder, 'dist') })) {
    const source = path.replace(/(\.d\.ts|\.js)(\.map)?$/, '.ts');
    if (!existsSync(join(folder, 'src', source))) rmSync(join(folder, 'dist', path));
  }
}

const blockLength = 512;

/**
 * Returns the files of a tarball by their paths within the package.
 *
 * @param {string} tarball
 * @returns {Map<string, Buffer>}
 */
export function filesOf(tarball) {
  const bytes = gunzipSync(readFileSync(tarball));
  const files = new Map();
  for (let at = 0; bytes[at] !== 0 && at < bytes.length; ) {
    const size = Number.parseInt(textAt(bytes, at + 124, 12), 8);
    const prefix = textAt(bytes, at + 345, 155);
    const path = `${prefix === '' ? '' : `${prefix}/`}${textAt(bytes, at, 100)}`;
    const begin = at + blockLength;
    if (textAt(bytes, at + 156, 1) === '0')
      files.set(path.replace(/^package\//, ''), bytes.subarray(begin, begin + size));
    at = begin + Math.ceil(size / blockLength) * blockLength;
  }
  return files;
}

/**
 * @param {Buffer} bytes
 * @param {number} from
 * @param {number} length
 */
function textAt(bytes, from, length) {
  return (
    bytes
      .toString('utf8', from, from + length)
      .split('\0')[0]
      ?.trim() ?? ''
  );
}
