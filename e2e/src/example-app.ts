import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { freePort } from '@trading-platform/bootstrap/free-port';
import type { Platform } from './platform.js';
import { programs } from './programs.js';

/** The example application. The application runs in a separate process and has its own client of the platform. */
export class ExampleApp {
  readonly url: string;
  readonly #process: ChildProcess;

  private constructor(url: string, process: ChildProcess) {
    this.url = url;
    this.#process = process;
  }

  static async start(platform: Platform): Promise<ExampleApp> {
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const client = await platform.operate<{ client_id: string; client_secret: string }>([
      'client',
      'create',
      '--name',
      'Kitchen',
      '--pkce',
      '--redirect-uri',
      `${url}/callback`,
    ]);
    const child = spawn(process.execPath, [programs.exampleApp], {
      env: {
        AUTH_URL: platform.authUrl,
        CLIENT_ID: client.client_id,
        CLIENT_SECRET: client.client_secret,
        PORT: String(port),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit').then(() => Promise.reject(new Error('The example application ended')));
    await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended]);
    ended.catch(() => undefined);
    return new ExampleApp(url, child);
  }

  async stop(): Promise<void> {
    const ended = once(this.#process, 'exit');
    this.#process.kill();
    await ended;
  }
}
