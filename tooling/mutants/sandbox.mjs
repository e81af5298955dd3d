import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { compiled } from './compile.mjs';
import { projectOf } from './project-of.mjs';

const notCopied = new Set(['.git', '.toolchain', '.turbo', 'data', 'coverage', 'bench']);
/** No single test takes longer than this, even on a busy machine. */
const longestSilenceMs = 90_000;

/**
 * @typedef {object} Verdict
 * @property {'killed' | 'survived' | 'silent'} outcome silent: for too long, no test has ended
 * @property {string} [test] the test file that failed or was silent
 * @property {string} [title] the full name of the test; undefined if the file could not be loaded
 * @property {string} [reason]
 */

/** @typedef {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable, import('node:stream').Readable>} Child */

/** A copy of the repository, including all built files, into which one bug at a time can be put. */
export class Sandbox {
  #folder = mkdtempSync(join(tmpdir(), 'trading-platform-mutants-'));
  #tree = join(this.#folder, 'tree');
  #temporary = join(this.#folder, 'temporary');
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #running;
  #remove = () => this.remove();

  /** @param {string} root */
  constructor(root) {
    // PostgreSQL does not run as root. The user of PostgreSQL must be able to enter this folder, because temporary
    // clusters are kept below it.
    chmodSync(this.#folder, 0o755);
    process.once('exit', this.#remove);
    cpSync(root, this.#tree, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !notCopied.has(basename(path)) && relative(root, path) !== 'node_modules',
    });
    symlinkSync(join(root, 'node_modules'), join(this.#tree, 'node_modules'), 'dir');
    this.#startWithoutBundles();
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
   * Runs test files and stops at the first test that fails.
   *
   * @param {readonly string[]} tests
   * @param {string} [title] runs only the test with this full name
   * @returns {Promise<Verdict>}
   */
  async run(tests, title) {
    mkdirSync(this.#temporary, { recursive: true });
    const projects = [...new Set(tests.map(projectOf))];
    const tool = join(this.#tree, 'tooling', 'mutants');
    const child = spawn(
      process.execPath,
      [
        join(this.#tree, 'node_modules', 'jest', 'bin', 'jest.js'),
        '--ci',
        '--runInBand',
        '--forceExit',
        `--cacheDirectory=${join(this.#folder, 'cache')}`,
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
          // One of the long tests runs this tool. The tool itself runs only the ordinary tests.
          TEST_LONG: '',
        },
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
      },
    );
    this.#running = child;
    const verdict = await verdictOf(child);
    this.#running = undefined;
    rmSync(this.#temporary, { recursive: true, force: true, maxRetries: 3 });
    return verdict;
  }

  remove() {
    process.off('exit', this.#remove);
    if (this.#running !== undefined) endGroup(this.#running);
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 3 });
  }

  /** A bug changes a single built file, so services must start from `dist` instead of from their bundles. */
  #startWithoutBundles() {
    for (const app of readdirSync(join(this.#tree, 'apps'))) {
      const manifest = join(this.#tree, 'apps', app, 'package.json');
      writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(' bundle/main.js"', ' dist/main.js"'));
    }
  }

  /** @param {string} file @param {string} source */
  #write(file, source) {
    writeFileSync(join(this.#tree, file), source);
    const built = file.replace('/src/', '/dist/').replace(/\.ts$/, '.js');
    writeFileSync(join(this.#tree, built), compiled(file, source));
  }
}

/**
 * @param {Child} child
 * @returns {Promise<Verdict>}
 */
async function verdictOf(child) {
  /** @type {Verdict} */
  let verdict = { outcome: 'survived' };
  let running = '';
  let complaint = '';
  const giveUp = () => {
    verdict = { outcome: 'silent', test: running };
    endGroup(child);
  };
  let timer = setTimeout(giveUp, longestSilenceMs);
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [kind, test = '', title = '', reason = ''] = readLine(line);
    if (kind === 'begin') running = test;
    clearTimeout(timer);
    timer = setTimeout(giveUp, longestSilenceMs);
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

/**
 * Returns the message of the reporter in a line of output. Returns nothing for a line that a test has printed.
 *
 * @param {string} line
 * @returns {any[]}
 */
function readLine(line) {
  return line.startsWith('["') ? JSON.parse(line) : [];
}

/** @param {string} text */
const escaped = (text) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

/**
 * Ends a run and all processes that its tests have started.
 *
 * @param {import('node:child_process').ChildProcess} child
 */
function endGroup({ pid }) {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') throw error;
  }
}
