import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { renumbered } from './slips-of-ten-lines.mjs';

const sampleMs = 200;

/** `tpctl import trade -` as a process of its own, with its memory watched (Linux). */
export class TradeImport {
  #child;
  #output = '';
  #residentBytes = 0;
  #sampling;

  /**
   * @param {string} tpctl
   * @param {NodeJS.ProcessEnv} env
   */
  constructor(tpctl, env) {
    this.#child = spawn(process.execPath, [tpctl, 'import', 'trade', '-', '--json'], {
      env,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#child.stdout.setEncoding('utf8').on('data', (text) => (this.#output += text));
    this.#sampling = setInterval(() => this.#sample(), sampleMs);
  }

  /**
   * Hands over a slip under a number, when there is room for it; answers its length.
   *
   * @param {Buffer | undefined} slip
   * @param {number} number
   */
  async add(slip = Buffer.alloc(0), number) {
    if (!this.#child.stdin.write(renumbered(slip, number))) await once(this.#child.stdin, 'drain');
    return slip.length;
  }

  /**
   * @param {number} slips that must all have been added
   */
  async finish(slips) {
    this.#child.stdin.end();
    const [code] = await once(this.#child, 'close');
    clearInterval(this.#sampling);
    if (code !== 0 || JSON.parse(this.#output).added !== slips) throw new Error(`The import failed: ${this.#output}`);
  }

  /** The most memory that was held since the last call. */
  takeMostResidentBytes() {
    const bytes = this.#residentBytes;
    this.#residentBytes = 0;
    return bytes;
  }

  #sample() {
    if (this.#child.exitCode !== null) return;
    const status = readFileSync(`/proc/${this.#child.pid}/status`, 'utf8');
    const resident = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
    this.#residentBytes = Math.max(this.#residentBytes, resident);
  }
}
