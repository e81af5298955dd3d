import { readFile, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { FileError, type FileLock, fileFailure, makeFolder, replaceFile, withFileLock } from '@trading-platform/files';
import type { StoredTokens, TokenStore } from '../auth/token-store.js';
import { PlatformError } from '../errors/platform-error.js';

/** This time is longer than all calls under the lock can take, including retries. */
const longestWaitMs = 120_000;

/**
 * Keeps the token pair of one user of one client in a file that only its owner can read (mode 0600). Processes of one
 * machine may share the file: one process renews the pair while the others wait, and a reader never sees half of a
 * pair.
 *
 * @example const client = PlatformClient.fromEnv({ tokenStore: new FileTokenStore('/var/lib/erp/tokens.json') });
 */
export class FileTokenStore implements TokenStore {
  readonly #path: string;
  /** Set while this process renews the pair. */
  #lock: FileLock | undefined;

  /** @param path of the file; missing folders are created so that only their owner can use them */
  constructor(path: string) {
    this.#path = path;
  }

  /** @throws PlatformError `settings-wrong` if the file is not a token file, or if other users can read it */
  async load(): Promise<StoredTokens | undefined> {
    try {
      const [text, { mode }] = await Promise.all([readFile(this.#path, 'utf8'), stat(this.#path)]);
      if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
        throw this.#wrong('can be read by others', `Make it private: chmod 600 ${this.#path}`);
      }
      return this.#parse(text);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw this.#failure(error);
    }
  }

  /** @throws PlatformError `settings-wrong` if the file cannot be written */
  save(tokens: StoredTokens | undefined): Promise<void> {
    return this.#told(async () => {
      if (tokens === undefined) return rm(this.#path, { force: true });
      await this.#makeFolder();
      const before = async () => this.#lock?.check();
      await replaceFile(this.#path, `${JSON.stringify(tokens)}\n`, { mode: 0o600, before });
    });
  }

  /**
   * Takes over the lock of a dead process: at once on the same machine, or after half a minute if the process ran on
   * another machine.
   *
   * @throws PlatformError `unavailable` if another process holds the lock for two minutes, or has taken it over while
   * this process slept
   */
  exclusively<T>(work: () => Promise<T>): Promise<T> {
    return this.#told(async () => {
      await this.#makeFolder();
      return withFileLock(`${this.#path}.lock`, { name: this.#path, waitMs: longestWaitMs }, async (lock) => {
        this.#lock = lock;
        try {
          return await work();
        } finally {
          this.#lock = undefined;
        }
      });
    });
  }

  #makeFolder(): Promise<void> {
    return makeFolder(dirname(this.#path), 0o700);
  }

  async #told<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw this.#failure(error);
    }
  }

  /** Converts a system error about the file to an error of the SDK. Any other error remains unchanged. */
  #failure(error: unknown): unknown {
    const failure = fileFailure(error, this.#path);
    if (!(failure instanceof FileError)) return error;
    const isOthers = failure.code === 'lock-held' || failure.code === 'lock-lost';
    const advice = `${failure.advice[0]?.toUpperCase()}${failure.advice.slice(1)}.`;
    const reason = isOthers ? failure.reason : `The token file ${failure.reason}`;
    return new PlatformError(isOthers ? 'unavailable' : 'settings-wrong', reason, { advice, cause: error });
  }

  #parse(text: string): StoredTokens {
    try {
      const value = JSON.parse(text) as Partial<StoredTokens>;
      const { accessToken, refreshToken, accessTokenEndsAt, renewAt } = value;
      const texts = [accessToken, refreshToken].every((each) => typeof each === 'string');
      if (texts && [accessTokenEndsAt, renewAt].every(Number.isFinite)) return value as StoredTokens;
    } catch {
      // The error is reported below without the text, because the text may contain a secret.
    }
    throw this.#wrong('does not hold tokens', 'Remove the file and sign in again.');
  }

  #wrong(reason: string, advice: string): PlatformError {
    return new PlatformError('settings-wrong', `The token file ${this.#path} ${reason}`, { advice });
  }
}
