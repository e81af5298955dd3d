import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from '@trading-platform/bootstrap/free-port';

const script = fileURLToPath(new URL('../../packages/batch-engine/test/s3rver-process.mjs', import.meta.url));

/** A server of objects with the bucket `segments`, which a test can stop and start again. */
export class ObjectStorage {
  readonly #folder: string;
  /** The system gives this port to no other program while the server is stopped. */
  readonly #port: number;
  #process: ChildProcess | undefined;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.#port = port;
  }

  /** @param folder for its objects */
  static async start(folder: string): Promise<ObjectStorage> {
    const storage = new ObjectStorage(folder, await freePort());
    await storage.startAgain();
    return storage;
  }

  /** The settings of services that keep records of batches there. */
  get settings(): Readonly<Record<string, string>> {
    return {
      BATCH_SEGMENTS: `s3://segments/prod?endpoint=http://127.0.0.1:${this.#port}`,
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
    };
  }

  async startAgain(): Promise<void> {
    const flags = ['--openssl-legacy-provider', script, this.#folder, String(this.#port)];
    const env = { ...process.env, NODE_OPTIONS: '' };
    this.#process = spawn(process.execPath, flags, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    // The server prints its port when it answers.
    await once(this.#process.stdout!, 'data');
  }

  async stop(): Promise<void> {
    const child = this.#process;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
}
