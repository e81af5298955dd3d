import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { programs } from './programs.js';

export type ServiceName = 'auth' | 'api' | 'worker';

const startTimeoutMs = 60_000;
const linesKept = 2_000;

/** One service of the platform as a process of its own, and what it has logged. */
export class ServiceProcess {
  readonly name: ServiceName;
  readonly #child: ChildProcess;
  readonly #lines: string[] = [];
  readonly #exited: Promise<number | null>;

  private constructor(name: ServiceName, environment: Readonly<Record<string, string>>) {
    this.name = name;
    this.#child = spawn(process.execPath, [programs[name]], {
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#exited = new Promise((resolve) => this.#child.once('exit', (code) => resolve(code)));
  }

  /**
   * Starts a service and waits until it says that it is ready.
   *
   * @throws what it has logged, if it ends or is not ready in time
   */
  static async start(name: ServiceName, environment: Readonly<Record<string, string>>): Promise<ServiceProcess> {
    const service = new ServiceProcess(name, environment);
    await service.#ready();
    return service;
  }

  get processId(): number {
    if (this.#child.pid === undefined) throw new Error(`${this.name} did not start`);
    return this.#child.pid;
  }

  /** The lines it has written, the newest last. */
  get lines(): readonly string[] {
    return this.#lines;
  }

  /** Sends a signal and waits for the end. Answers the exit code; null after a signal that cannot be handled. */
  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.#child.kill(signal);
    return this.#exited;
  }

  async #ready(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const ready = new Promise<void>((resolve) => this.#keepLines(resolve));
    const late = new Promise<string>((resolve) => {
      timer = setTimeout(() => resolve('was not ready in time'), startTimeoutMs);
    });
    const failure = await Promise.race([ready, late, this.#exited.then((code) => `ended with code ${code}`)]);
    clearTimeout(timer);
    if (failure === undefined) return;
    this.#child.kill('SIGKILL');
    throw new Error(`${this.name} ${failure}\n${this.#lines.join('\n')}`);
  }

  #keepLines(onReady: () => void): void {
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      if (stream === null) continue;
      createInterface({ input: stream }).on('line', (line) => {
        this.#lines.push(line);
        if (this.#lines.length > linesKept) this.#lines.shift();
        if (line.includes('"msg":"ready"')) onReady();
      });
    }
  }
}
