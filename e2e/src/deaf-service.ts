import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { programs } from './programs.js';
import type { ServiceName } from './service-process.js';

const startTimeoutMs = 60_000;
const connections = 10;

/** In a service that has loaded it, SIGUSR2 causes an error that nobody catches. */
const uncaughtOnSignal = 'data:text/javascript,process.on("SIGUSR2", () => { throw new Error("uncaught"); })';

/** How a process ended, and how long that took from the signal on. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly ms: number;
}

/** A service that writes its log to a given file descriptor, standard error with it. It is asked over HTTP only. */
export class DeafService {
  readonly address: string;
  readonly #child: ChildProcess;
  readonly #exited: Promise<number | null>;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: connections });

  private constructor(name: ServiceName, environment: Readonly<Record<string, string>>, output: number) {
    this.address = `http://127.0.0.1:${environment[`${name.toUpperCase()}_PORT`]}`;
    this.#child = spawn(process.execPath, ['--import', uncaughtOnSignal, programs[name]], {
      env: environment,
      stdio: ['ignore', output, output],
    });
    this.#exited = new Promise((resolve) => this.#child.once('exit', (code) => resolve(code)));
  }

  static async start(
    name: ServiceName,
    environment: Readonly<Record<string, string>>,
    output: number,
  ): Promise<DeafService> {
    const service = new DeafService(name, environment, output);
    const end = performance.now() + startTimeoutMs;
    while ((await service.status('/readyz').catch(() => 0)) !== 200) {
      if (performance.now() > end) {
        await service.kill();
        throw new Error(`${name} was not ready in time`);
      }
      await sleep(20);
    }
    return service;
  }

  status(path: string): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      get(this.address + path, { agent: this.#agent }, (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode));
      }).once('error', reject);
    });
  }

  /** Calls that are logged with a path of four thousand characters. Answers the statuses that came. */
  async callOften(calls: number): Promise<ReadonlySet<number | undefined>> {
    const path = `/${'x'.repeat(4_000)}`;
    const statuses = new Set<number | undefined>();
    let left = calls;
    const caller = async () => {
      while (left-- > 0) statuses.add(await this.status(path));
    };
    await Promise.all(Array.from({ length: connections }, caller));
    return statuses;
  }

  /** A metric without labels. */
  async metric(name: string): Promise<number> {
    const text = await (await fetch(`${this.address}/metrics`)).text();
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  }

  async residentBytes(): Promise<number> {
    const status = await readFile(`/proc/${this.#child.pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1_024;
  }

  async end(signal: NodeJS.Signals): Promise<ProcessEnd> {
    const begin = performance.now();
    this.#child.kill(signal);
    const code = await this.#exited;
    return { code, ms: performance.now() - begin };
  }

  /** Ends it whatever it is doing. */
  async kill(): Promise<void> {
    this.#agent.destroy();
    if (this.#child.exitCode === null && this.#child.signalCode === null) await this.end('SIGKILL');
  }
}
