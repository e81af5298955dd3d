/**
 * Records how large each package is now, in `sizes.json` and in its README. The packages must be built. With `--installed` it
 * installs each too, which takes minutes.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packAll } from './pack.mjs';
import { withPublished } from './registry.mjs';
import { recordSizes, sizeOf } from './sizes.mjs';
import { installedMbOf } from './try-package.mjs';

const folder = mkdtempSync(join(tmpdir(), 'trading-platform-packages-'));
try {
  const packed = await packAll(folder);
  recordSizes(new Map(packed.map((each) => [each, sizeOf(each.tarball)])));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (process.argv.includes('--installed')) {
  await withPublished(async (packages, registry) => {
    const measured = new Map();
    for (const each of packages) measured.set(each, { installedMb: await installedMbOf(each, registry) });
    recordSizes(measured);
  });
}
