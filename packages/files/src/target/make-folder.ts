import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder, and those above it, where they are missing. Node's own way never ends where the system makes no folders, as below `/proc`.
 *
 * @param mode of what is made
 */
export async function makeFolder(path: string, mode = 0o777): Promise<void> {
  try {
    await makeOne(path, mode);
  } catch (error) {
    const above = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || above === path) throw error;
    await makeFolder(above, mode);
    await makeOne(path, mode);
  }
}

async function makeOne(path: string, mode: number): Promise<void> {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    // A disk that is read-only, and a folder of others, may say something else of what is there already.
    const isThere = await stat(path).then(
      (facts) => facts.isDirectory(),
      () => false,
    );
    if (!isThere) throw error;
  }
}
