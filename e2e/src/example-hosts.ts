import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** Examples that are servers. Each example runs in a separate process. */
export class ExampleHosts {
  readonly #running = new Set<ChildProcess>();

  /** Starts an example. The example prints its address on the first line. */
  async start(program: string, environment: Readonly<Record<string, string>>) {
    const child = spawn(process.execPath, [program], { env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
    this.#running.add(child);
    const ended = once(child, 'exit').then(([code, signal]: (number | string | null)[]) => {
      this.#running.delete(child);
      return code ?? signal;
    });
    const lost = ended.then((code) => Promise.reject(new Error(`${program} has ended with ${code}`)));
    const [url] = (await Promise.race([once(createInterface({ input: child.stdout }), 'line'), lost])) as [string];
    lost.catch(() => undefined);
    return {
      url,
      /** Sends a signal to an example. Returns the example's exit code, or the signal that ended the example. */
      end() {
        child.kill('SIGTERM');
        return ended;
      },
    };
  }

  /** Kills all examples, even if a test has failed. */
  killAll(): void {
    for (const child of this.#running) child.kill('SIGKILL');
  }
}
