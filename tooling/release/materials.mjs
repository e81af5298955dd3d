import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { publicPackages } from '@trading-platform/published/public-packages';
import { Bills, idOf } from './bill.mjs';
import { commandsIn } from './command.mjs';
import { allowedLicences, installedLicences } from './licences.mjs';

/**
 * Checks the licences of all dependencies of packages and apps, and writes bills of materials and a list of licences.
 *
 * @param {string} root of a workspace, installed
 * @param {string} destination
 * @returns {Promise<number>} the number of third-party packages
 * @throws {import('@trading-platform/bootstrap/failure').Failure} for a licence that is unknown or not allowed
 */
export async function writeMaterials(root, destination) {
  /** @type {import('./licences.mjs').Policy} */
  const policy = JSON.parse(readFileSync(join(root, 'tooling', 'release', 'policy.json'), 'utf8'));
  const bills = new Bills(root, policy);
  const installed = await installedLicences(root);
  const timestamp = await commandsIn(root)('git', 'log', '-1', '--format=%cI');
  /** @type {Map<string, { licence: string, users: string[] }>} */
  const all = new Map();
  mkdirSync(join(destination, 'bom'), { recursive: true });
  for (const folder of [...publicPackages(root).map((each) => each.folder), ...appFolders(root)]) {
    const { name } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    const bill = await bills.of(name, folder.startsWith('apps/') ? 'application' : 'library');
    const licences = allowedLicences(bill, installed, policy);
    for (const component of bill.components) {
      const expression = licences.get(idOf(component));
      if (expression !== undefined) component.licenses = [{ expression }];
    }
    // Without the serial number and the current time, the bill of materials of one release is always the same.
    const text = { ...bill, serialNumber: undefined, metadata: { ...bill.metadata, timestamp } };
    writeFileSync(join(destination, 'bom', `${basename(folder)}.cdx.json`), `${JSON.stringify(text, undefined, 2)}\n`);
    for (const [id, licence] of licences) {
      const users = all.get(id)?.users ?? [];
      all.set(id, { licence, users: [...users, basename(folder)] });
    }
  }
  writeFileSync(join(destination, 'third-party.md'), listOf(all));
  return all.size;
}

/** @param {string} root */
export const appFolders = (root) => readdirSync(join(root, 'apps')).map((name) => `apps/${name}`);

/** @param {ReadonlyMap<string, { licence: string, users: readonly string[] }>} all */
function listOf(all) {
  const rows = [...all]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, { licence, users }]) => `| ${id} | ${licence} | ${users.join(', ')} |`);
  return ['# Third-party packages', '', '| package | licence | with |', '|---|---|---|', ...rows, ''].join('\n');
}
