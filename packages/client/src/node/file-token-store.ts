import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { StoredTokens, TokenStore } from '../auth/token-store.js';
import { PlatformError } from '../errors/platform-error.js';
import { withFileLock } from './file-lock.js';

/**
 * Keeps the token pair of one user of one client in a file that only its owner can read (mode 0600). Processes of one machine may share
 * it: one renews the pair while the others wait, and a pair is never half written.
 *
 * @example
 * const client = PlatformClient.fromEnv({ tokenStore: new FileTokenStore('/var/lib/erp/tokens.json') });
 */
export class FileTokenStore implements TokenStore {
  readonly #path: string;

  /** @param path its folder is made where it is missing, for the owner only */
  constructor(path: string) {
    this.#path = path;
  }

  /** @throws PlatformError `settings-wrong` if the file is not one of these, or others can read it */
  async load(): Promise<StoredTokens | undefined> {
    try {
      const [text, { mode }] = await Promise.all([readFile(this.#path, 'utf8'), stat(this.#path)]);
      if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
        throw this.#wrong('can be read by others', `Make it private: chmod 600 ${this.#path}`);
      }
      return this.#parse(text);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  async save(tokens: StoredTokens | undefined): Promise<void> {
    if (tokens === undefined) return rm(this.#path, { force: true });
    await this.#makeFolder();
    const partial = `${this.#path}.${randomUUID()}.part`;
    try {
      const file = await open(partial, 'wx', 0o600);
      try {
        await file.writeFile(`${JSON.stringify(tokens)}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(partial, this.#path);
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
  }

  async exclusively<T>(work: () => Promise<T>): Promise<T> {
    await this.#makeFolder();
    return withFileLock(`${this.#path}.lock`, work);
  }

  async #makeFolder(): Promise<void> {
    await mkdir(dirname(this.#path), { recursive: true, mode: 0o700 });
  }

  #parse(text: string): StoredTokens {
    try {
      const value = JSON.parse(text) as Partial<StoredTokens>;
      const { accessToken, refreshToken, accessTokenEndsAt, renewAt } = value;
      const texts = [accessToken, refreshToken].every((each) => typeof each === 'string');
      if (texts && [accessTokenEndsAt, renewAt].every(Number.isFinite)) return value as StoredTokens;
    } catch {
      // Said below, without repeating what may be a secret.
    }
    throw this.#wrong('does not hold tokens', 'Remove the file and sign in again.');
  }

  #wrong(reason: string, advice: string): PlatformError {
    return new PlatformError('settings-wrong', `The token file ${this.#path} ${reason}`, { advice });
  }
}
