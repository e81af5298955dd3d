import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { endProcess } from './faults.js';

const script = fileURLToPath(new URL('./s3rver-process.mjs', import.meta.url));

/** The server s3rver uses the old cipher DES to protect the tokens of its listings. */
const legacyCiphers = '--openssl-legacy-provider';

/** The credentials that the server in `s3rver-process.mjs` accepts. */
export const serverKeys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' } as const;

/**
 * An S3 server in a separate process, with the bucket `segments`. A test can kill the server and start it again with its stored
 * objects.
 */
export class S3Server {
  readonly #folder: string;
  #port = 0;
  #process: ChildProcess | undefined;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async start(): Promise<S3Server> {
    const server = new S3Server(await mkdtemp(join(tmpdir(), 's3-')));
    await server.startAgain();
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Returns at most 100 keys under the prefix. */
  async keys(prefix = ''): Promise<readonly string[]> {
    const listing = await (await fetch(`${this.url}/segments?list-type=2&prefix=${prefix}`)).text();
    return Array.from(listing.matchAll(/<Key>([^<]*)<\/Key>/g), ([, key = '']) => key);
  }

  async put(key: string, body: string): Promise<void> {
    await fetch(`${this.url}/segments/${key}`, { method: 'PUT', body });
  }

  async startAgain(tries = 20): Promise<void> {
    const child = spawn(process.execPath, [legacyCiphers, script, this.#folder, String(this.#port)], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    this.#process = child;
    const ended = once(child, 'exit').then(() => []);
    const [port] = (await Promise.race([once(child.stdout, 'data'), ended])) as [Buffer?];
    if (port === undefined) {
      if (tries === 1) throw new Error('The S3 server does not start');
      // An outgoing connection may have the port for a moment.
      await sleep(200);
      return this.startAgain(tries - 1);
    }
    this.#port = Number(port);
  }

  async kill(): Promise<void> {
    if (this.#process !== undefined) await endProcess(this.#process, 'SIGKILL');
  }

  async end(): Promise<void> {
    await this.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
