import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { slipsOfTenLines } from '../import/slips-of-ten-lines.mjs';
import { TradeImport } from '../import/trade-import.mjs';
import { freshDatabases, makeFolder } from '../platform.mjs';
import { bytesIn } from './bytes-in.mjs';
import { oldViews } from './old-slips.mjs';

const help = `npm run bench archive -- [--slips 20000] [--database sqlite|postgres]

What \`tpctl archive slips\` takes for slips of ten lines with both views: CPU time of tpctl and of PostgreSQL (Linux) for 10,000 slips
that are written, checked and removed, the most memory in each half of the run (Linux), and the bytes of the files. Memory is what
the process has of its own; pages of the database file that SQLite maps come besides. On SQLite, then on an embedded PostgreSQL.
`;

const { values } = parseArgs({
  options: {
    slips: { type: 'string', default: '20000' },
    database: { type: 'string', default: '' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(help);
  process.exit(0);
}

const slips = Number(values.slips);
const unit = 10_000;
const clockTicksPerSecond = 100;
const sampleMs = 20;
const demoData = fileURLToPath(new URL('../../demo-data/dist/main.js', import.meta.url));
const tpctl = fileURLToPath(new URL('../../../programs/cli/bin/tpctl.js', import.meta.url));

tellRow('', 'CPU s, tpctl', 'CPU s, server', 'MB, first half', 'MB, last half', 'MB mapped', 'MB of files');
process.stdout.write('CPU and files are those of 10,000 slips.\n');
for (const dialect of /** @type {const} */ (['sqlite', 'postgres'])) {
  if (dialect.includes(values.database)) await measureOn(dialect);
}

/** @param {'sqlite' | 'postgres'} dialect */
async function measureOn(dialect) {
  const folder = makeFolder();
  const { databases, end } = await freshDatabases(dialect, folder, { durable: true });
  try {
    const env = { ...process.env, ...databases };
    const sizes = ['--groups', '1', '--master', '2000', '--trade', '5000'];
    execFileSync(process.execPath, [demoData, '--out', folder, '--only', 'members,master,trade', ...sizes]);
    execFileSync(process.execPath, [tpctl, 'import', 'members', join(folder, 'members.ndjson')], { env });
    await load(await slipsOfTenLines(join(folder, 'trade.ndjson')), env);
    const archive = join(folder, 'archive');
    mkdirSync(archive);
    const servers = dialect === 'postgres' ? postgresCpuSeconds : () => 0;
    const before = servers();
    const { cpuSeconds, samples, removed } = await run(archive, env);
    if (removed !== slips) throw new Error(`${removed} of ${slips} slips were removed`);
    const per = (/** @type {number} */ number) => ((number / slips) * unit).toFixed(2);
    const half = Math.ceil(samples.length / 2);
    tellRow(
      dialect,
      per(cpuSeconds),
      per(servers() - before),
      most(samples.slice(0, half).map(({ own }) => own)),
      most(samples.slice(half).map(({ own }) => own)),
      most(samples.map(({ mapped }) => mapped)),
      per(bytesIn(archive) / 1e6),
    );
  } finally {
    await end();
    rmSync(folder, { recursive: true });
  }
}

/**
 * Each slip from both sides, of before the years that are kept.
 *
 * @param {readonly Buffer[]} pool
 * @param {NodeJS.ProcessEnv} env
 */
async function load(pool, env) {
  const trade = new TradeImport(tpctl, env);
  for (let number = 0; number < slips; number++) {
    for (const view of oldViews(pool[number % pool.length])) await trade.add(view, number);
  }
  await trade.finish(slips * 2);
}

/**
 * @param {string} archive
 * @param {NodeJS.ProcessEnv} env
 */
async function run(archive, env) {
  const args = [tpctl, 'archive', 'slips', '--months', '24', '--to', archive, '--json'];
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
  /** @type {{ readonly own: number, readonly mapped: number }[]} */
  const samples = [];
  let cpuSeconds = 0;
  const sampling = setInterval(() => {
    if (child.exitCode !== null) return;
    samples.push(memoryOf(child.pid ?? 0));
    cpuSeconds = Math.max(cpuSeconds, cpuOf(child.pid ?? 0));
  }, sampleMs);
  const [code] = await once(child, 'close');
  clearInterval(sampling);
  if (code !== 0) throw new Error(`The archive failed: ${output}`);
  return { cpuSeconds, samples, removed: Number(JSON.parse(output).removed) };
}

/** @param {readonly number[]} bytes */
function most(bytes) {
  return String(Math.round(Math.max(...bytes) / 1e6));
}

/** @param {number} pid */
function memoryOf(pid) {
  const status = read(`/proc/${pid}/status`);
  const bytesOf = (/** @type {string} */ name) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) * 1024;
  return { own: bytesOf('RssAnon'), mapped: bytesOf('RssFile') };
}

/** @param {number} pid */
function cpuOf(pid) {
  const fields = read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / clockTicksPerSecond;
}

/** CPU time of all processes of this run's PostgreSQL, also of those that have ended: their parent counts them. */
function postgresCpuSeconds() {
  const own = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isOurs(pid));
  return own.reduce((sum, pid) => sum + cpuOf(pid) + childrenCpuOf(pid), 0);
}

/**
 * A server whose ancestors include this process.
 *
 * @param {number} pid
 */
function isOurs(pid) {
  if (!/\(postgres/.test(read(`/proc/${pid}/stat`))) return false;
  for (let each = pid; each > 1; each = parentOf(each)) if (each === process.pid) return true;
  return false;
}

/** @param {number} pid */
function parentOf(pid) {
  return Number(read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ')[1] ?? 0);
}

/** @param {number} pid */
function childrenCpuOf(pid) {
  const fields = read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[13] ?? 0) + Number(fields[14] ?? 0)) / clockTicksPerSecond;
}

/** @param {string} path */
function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** @param {readonly string[]} cells */
function tellRow(...cells) {
  process.stdout.write(`${cells.map((cell) => cell.padStart(15)).join('')}\n`);
}
