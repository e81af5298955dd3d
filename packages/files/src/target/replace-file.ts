import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { withFile } from '../file-error.js';
import { findTarget } from './find-target.js';
import { endStream, openStream } from './open-stream.js';
import { putInPlace } from './put-in-place.js';

/** Options of a replacement. */
export interface ReplaceFileOptions {
  /** The name under which the user knows the file. Default: the path. */
  readonly name?: string;
  /**
   * The permissions of the new file. Default: the permissions of the old file, or the usual ones if there is no old file.
   */
  readonly mode?: number;
  /** The suffix of the temporary file in the same folder. Default: a suffix that no other process uses. */
  readonly beside?: string;
  /** Runs when the new content is on the disk, just before it replaces the old content. */
  readonly before?: () => Promise<void>;
}

/**
 * Replaces the content of a file. After a crash at any moment, the file has either the complete old content or the
 * complete new content. If the path is a link, the target of the link is replaced. Content for a pipe or a device is
 * written directly to it.
 *
 * @param path an absolute path
 * @throws FileError
 */
export function replaceFile(
  path: string,
  content: string | Uint8Array,
  options: ReplaceFileOptions = {},
): Promise<void> {
  const { name = path, mode, beside = `.${randomUUID()}.part`, before } = options;
  return withFile(name, async () => {
    const target = await findTarget(path, name);
    if (target.kind === 'stream') {
      const stream = await openStream(target);
      stream.write(content);
      return endStream(stream);
    }
    const next = `${target.path}${beside}`;
    try {
      const file = await open(next, 'w', mode ?? target.former?.mode);
      try {
        await file.writeFile(content);
        await file.sync();
      } finally {
        await file.close();
      }
      await before?.();
      await putInPlace(next, target, mode);
    } catch (error) {
      await rm(next, { force: true });
      throw error;
    }
  });
}
