import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildCommit } from '@trading-platform/bootstrap/last-release';
import { publicPackages } from '../public-packages.mjs';
import { builtTypes, typesOf } from './report.mjs';

/**
 * The public types of a release. The first call for a commit compiles its packages in a temporary folder. The result is
 * cached in `node_modules/.cache`.
 *
 * @param {string} root of the repository
 * @param {string} commit
 * @returns {Promise<readonly import('./unannounced.mjs').PackageTypes[]>}
 */
export async function typesOfRelease(root, commit) {
  const kept = join(root, 'node_modules', '.cache', 'public-types', `${commit}.json`);
  try {
    return JSON.parse(readFileSync(kept, 'utf8'));
  } catch {
    // This commit has no cached report yet.
  }
  const folder = mkdtempSync(join(tmpdir(), 'trading-platform-last-release-'));
  try {
    await buildCommit(root, commit, folder, (at) => [
      'exec',
      'tsc',
      '-b',
      '--noCheck',
      '--emitDeclarationOnly',
      ...foldersWithTypes(at),
    ]);
    const types = builtTypes(folder);
    mkdirSync(dirname(kept), { recursive: true });
    writeFileSync(kept, JSON.stringify(types));
    return types;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} root of a workspace */
const foldersWithTypes = (root) =>
  publicPackages(root).flatMap(({ folder, manifest }) => (typesOf(manifest).length > 0 ? [folder] : []));
