import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { transformSync } from '@swc/core';
import { definePackageTests } from '@trading-platform/jest-preset';

const notCopied = new Set(['.git', '.toolchain', '.turbo', 'data', 'coverage', 'bench']);
/** Longer than any single test may take, on a busy machine too. */
const longestSilenceMs = 90_000;
const nodeOptions = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
/** As the tests compile. */
const { transform: transforms = {} } = definePackageTests('mutants');
const [, swcOptions] = /** @type {[string, import('@swc/core').Options]} */ (transforms['^.+\\.ts$']);

/**
 * @typedef {object} Verdict
 * @property {'killed' | 'survived' | 'silent'} outcome silent: no test ended for too long
 * @property {string} [test] the file of the test that failed, or that was silent
 * @property {string} [title] the full name of the test; nothing where the file could not be loaded
 * @property {string} [reason]
 */

/** A copy of the tree in which a bug can be put, with what is built. */
export class Sandbox {
  #folder = mkdtempSync(join(tmpdir(), 'trading-platform-mutants-'));
  #tree = join(this.#folder, 'tree');
  #temporary = join(this.#folder, 'temporary');
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #running;
  #remove = () => this.remove();

  /** @param {string} root */
  constructor(root) {
    // PostgreSQL, started by the root user, runs as another one and keeps its temporary clusters below.
    chmodSync(this.#folder, 0o755);
    process.once('exit', this.#remove);
    cpSync(root, this.#tree, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !notCopied.has(basename(path)) && relative(root, path) !== 'node_modules',
    });
    symlinkSync(join(root, 'node_modules'), join(this.#tree, 'node_modules'), 'dir');
  }

  /**
   * @param {import('./mutant.mjs').Mutant} mutant
   * @param {() => Promise<Verdict>} work
   */
  async with({ file, source }, work) {
    const original = readFileSync(join(this.#tree, file), 'utf8');
    this.#write(file, source);
    try {
      return await work();
    } finally {
      this.#write(file, original);
    }
  }

  /**
   * Runs test files until the first test fails.
   *
   * @param {readonly string[]} tests
   * @param {string} [title] only the test of this full name
   * @returns {Promise<Verdict>}
   */
  async run(tests, title) {
    mkdirSync(this.#temporary, { recursive: true });
    const projects = [...new Set(tests.map((test) => test.split('/test/')[0]?.split('/src/')[0] ?? ''))];
    const tool = join(this.#tree, 'tooling', 'mutants');
    const child = spawn(
      process.execPath,
      [
        ...nodeOptions,
        join(this.#tree, 'node_modules', 'jest', 'bin', 'jest.js'),
        '--ci',
        '--runInBand',
        '--forceExit',
        `--reporters=${join(tool, 'first-failure-reporter.mjs')}`,
        `--testSequencer=${join(tool, 'given-order.mjs')}`,
        ...(title === undefined ? [] : [`--testNamePattern=^${escaped(title)}$`]),
        ...projects.map((project) => `--projects=${project}`),
        '--runTestsByPath',
        ...tests,
      ],
      {
        cwd: this.#tree,
        env: {
          ...process.env,
          NODE_OPTIONS: '',
          TMPDIR: this.#temporary,
          TEST_ORDER: JSON.stringify(tests),
          // The long tests run this tool too; what it asks are the ordinary ones.
          TEST_LONG: '',
        },
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
      },
    );
    this.#running = child;
    const verdict = await this.#follow(child);
    this.#running = undefined;
    rmSync(this.#temporary, { recursive: true, force: true, maxRetries: 3 });
    return verdict;
  }

  remove() {
    process.off('exit', this.#remove);
    if (this.#running !== undefined) endGroup(this.#running);
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 3 });
  }

  /** @param {string} file @param {string} source */
  #write(file, source) {
    writeFileSync(join(this.#tree, file), source);
    const built = file.replace('/src/', '/dist/').replace(/\.ts$/, '.js');
    const { code } = transformSync(source, { ...swcOptions, filename: file, configFile: false, swcrc: false });
    writeFileSync(join(this.#tree, built), code);
  }

  /**
   * @param {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable, import('node:stream').Readable>} child
   * @returns {Promise<Verdict>}
   */
  async #follow(child) {
    /** @type {Verdict} */
    let verdict = { outcome: 'survived' };
    let running = '';
    let complaint = '';
    const timer = setTimeout(() => {
      verdict = { outcome: 'silent', test: running };
      endGroup(child);
    }, longestSilenceMs);
    createInterface({ input: child.stdout }).on('line', (line) => {
      timer.refresh();
      const [kind, test = '', title = '', reason = ''] = readLine(line);
      if (kind === 'begin') running = test;
      if (kind === 'failed') {
        verdict = { outcome: 'killed', test, reason, ...(title === '' ? {} : { title }) };
        endGroup(child);
      }
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      complaint = (complaint + text).slice(-2_000);
    });
    const [code] = await once(child, 'close');
    clearTimeout(timer);
    endGroup(child);
    if (verdict.outcome === 'survived' && code !== 0) {
      return { outcome: 'killed', test: running, reason: `Jest ended with ${code}: ${complaint.trim()}` };
    }
    return verdict;
  }
}

/** What the reporter tells. Others, such as a test that prints, tell nothing. @param {string} line @returns {string[]} */
function readLine(line) {
  return line.startsWith('["') ? JSON.parse(line) : [];
}

/** @param {string} text */
const escaped = (text) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

/** Ends a run with all the processes that its tests have started. @param {import('node:child_process').ChildProcess} child */
function endGroup({ pid }) {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') throw error;
  }
}
