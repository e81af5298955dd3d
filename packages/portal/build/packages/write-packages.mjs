/**
 * Builds the pages of the published packages, and their list. The pages have no script. The search of the guide does
 * not find them, because readers of the guide are callers.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inPackage } from '../in-package.mjs';
import { writeFileList } from '../write-file-list.mjs';
import { writeHashed } from '../write-hashed.mjs';
import { describedPackages } from './package-entries.mjs';
import { packageList, packagePage } from './package-page.mjs';

const site = inPackage('dist', 'packages');
const folder = join(site, 'packages');
await rm(site, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
await mkdir(join(site, 'assets'));
const packages = describedPackages();
const style = await writeHashed(site, 'packages.css');
await writeFile(join(folder, 'index.html'), packageList(packages, style));
for (const each of packages) await writeFile(join(folder, `${each.folder}.html`), packagePage(each, style));
await writeFileList(site, inPackage('dist', 'packages.json'));
