import { readFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import type { ServiceName } from '@trading-platform/bootstrap/local-platform';
import type { ServiceProcess } from '@trading-platform/bootstrap/service-process';
import type { Platform } from './platform.js';

const connections = 10;

/** A service that loads this module throws an uncaught error when it receives SIGUSR2. */
const uncaughtOnSignal = 'data:text/javascript,process.on("SIGUSR2", () => { throw new Error("uncaught"); })';

/** The exit code of a process, and the time from the signal to the exit. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly ms: number;
}

/**
 * A service that writes its log and its standard error to a given file descriptor. The tests communicate with this
 * service only over HTTP.
 */
export class DeafService {
  readonly address: string;
  readonly #process: ServiceProcess;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: connections });

  private constructor(service: ServiceProcess, port: number) {
    this.#process = service;
    this.address = `http://127.0.0.1:${port}`;
  }

  static async start(
    platform: Platform,
    name: ServiceName,
    log: number,
    settings: Readonly<Record<string, string>> = {},
  ): Promise<DeafService> {
    const service = await platform.startAnother(name, { settings, log, flags: ['--import', uncaughtOnSignal] });
    const { port } = await service.ready;
    return new DeafService(service, port);
  }

  status(path: string): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      get(this.address + path, { agent: this.#agent }, (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode));
      }).once('error', reject);
    });
  }

  /**
   * Makes many calls. Each call is logged with a path of four thousand characters. Returns the statuses of the answers.
   */
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

  /** Reads a metric that has no labels. */
  async metric(name: string): Promise<number> {
    const text = await (await fetch(`${this.address}/metrics`)).text();
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  }

  async residentBytes(): Promise<number> {
    const status = await readFile(`/proc/${this.#process.processId}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1_024;
  }

  async end(signal: NodeJS.Signals): Promise<ProcessEnd> {
    const begin = performance.now();
    const code = await this.#process.end(signal);
    return { code, ms: performance.now() - begin };
  }

  /** Kills the process immediately. */
  async kill(): Promise<void> {
    this.#agent.destroy();
    await this.end('SIGKILL');
  }
}
