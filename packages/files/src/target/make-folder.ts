import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates a folder and its missing parents. Node's recursive `mkdir` is not used, because it never returns in a place
 * where the system creates no folders, such as `/proc`.
 *
 * @param mode the permissions of the created folders
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
    // On a read-only disk, or in a folder of another user, the error may have another code than EEXIST although the
    // folder exists.
    const isThere = await stat(path).then(
      (facts) => facts.isDirectory(),
      () => false,
    );
    if (!isThere) throw error;
  }
}
