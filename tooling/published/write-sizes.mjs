/** Records how large each package is now, in `sizes.json` and in its README. The packages must be built. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRoot } from '@trading-platform/bootstrap/root-folder';
import { packAll } from './pack.mjs';
import { recordSizes, sizeLine, sizeLineForm, sizeOf } from './sizes.mjs';

const folder = mkdtempSync(join(tmpdir(), 'trading-platform-packages-'));
try {
  const packed = await packAll(folder);
  const sizes = packed.map(({ name, tarball }) => /** @type {const} */ ([name, sizeOf(tarball)]));
  recordSizes(Object.fromEntries(sizes));
  for (const [index, [, size]] of sizes.entries()) {
    const path = inRoot(packed[index]?.folder ?? '', 'README.md');
    writeFileSync(path, readFileSync(path, 'utf8').replace(sizeLineForm, sizeLine(size)));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
