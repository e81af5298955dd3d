import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { FileError, fileFailure, makeFolder, replaceFile } from '@trading-platform/files';
import { PlatformError } from '../errors/platform-error.js';
import type { CursorStore } from '../groups/events.js';

/**
 * Keeps the cursor of one reader of events in a file. The file is replaced whole, so a killed program leaves the old or the new
 * cursor.
 *
 * @example for await (const event of client.events.follow({ cursor: new FileCursorStore('events.cursor') })) console.log(event);
 */
export class FileCursorStore implements CursorStore {
  readonly #path: string;

  /** @param path of the file; missing folders are created */
  constructor(path: string) {
    this.#path = path;
  }

  /** @throws PlatformError `settings-wrong` if the file cannot be read */
  async load(): Promise<string | undefined> {
    try {
      const text = (await readFile(this.#path, 'utf8')).trim();
      return text === '' ? undefined : text;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw this.#failure(error);
    }
  }

  /** @throws PlatformError `settings-wrong` if the file cannot be written */
  async save(cursor: string): Promise<void> {
    try {
      await makeFolder(dirname(this.#path), 0o700);
      await replaceFile(this.#path, `${cursor}\n`);
    } catch (error) {
      throw this.#failure(error);
    }
  }

  #failure(error: unknown): unknown {
    const failure = fileFailure(error, this.#path);
    if (!(failure instanceof FileError)) return error;
    const advice = `${failure.advice[0]?.toUpperCase()}${failure.advice.slice(1)}.`;
    return new PlatformError('settings-wrong', `The cursor file ${failure.reason}`, { advice, cause: error });
  }
}
