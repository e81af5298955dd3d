import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measurePlainImport } from './measure-plain-import.mjs';
import { slipsOfTenLines } from './slips-of-ten-lines.mjs';
import { TradeImport } from './trade-import.mjs';

const help = `npm run bench import -- [--slips 20000] [--plain 300] [--folder FOLDER]

Slips of ten lines a second that \`tpctl import trade -\` loads from a pipe, in steps, so that a long run shows what a large
table costs: a million slips (--slips 1000000) take about 4 GB and some minutes. Each slip is new; their days jump about two
years, so that the pages of all indexes are hit at random. Beside it the ordinary way: TypeORM entities with their relations,
saved in chunks.
--plain: how many slips the ordinary way has to deal with.
--folder: where the databases are made, instead of the system's folder for temporary files; they are removed at the end.
With ORDERING_DATABASE_URL set to a fresh database, that one is used instead of SQLite.
`;

const { values } = parseArgs({
  options: {
    slips: { type: 'string', default: '20000' },
    plain: { type: 'string', default: '300' },
    folder: { type: 'string', default: tmpdir() },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(help);
  process.exit(0);
}

const slips = Number(values.slips);
const demoSlips = Math.min(slips, 10_000);
const mostSteps = 20;
const demoData = fileURLToPath(new URL('../../demo-data/dist/main.js', import.meta.url));
const tpctl = fileURLToPath(new URL('../../../programs/cli/bin/tpctl.js', import.meta.url));
const folder = mkdtempSync(join(values.folder, 'trading-platform-bench-'));
const file = join(folder, 'ordering.sqlite');
const env = {
  ...process.env,
  AUTH_DATABASE_URL: `sqlite:${join(folder, 'auth.sqlite')}`,
  ORDERING_DATABASE_URL: process.env.ORDERING_DATABASE_URL ?? `sqlite:${file}`,
};
try {
  await run();
} finally {
  rmSync(folder, { recursive: true });
}

async function run() {
  const sizes = ['--groups', '1', '--master', '2000', '--trade', String(demoSlips)];
  execFileSync(process.execPath, [demoData, '--out', folder, '--only', 'members,master,trade', ...sizes]);
  execFileSync(process.execPath, [tpctl, 'import', 'members', join(folder, 'members.ndjson')], { env });
  const pool = await slipsOfTenLines(join(folder, 'trade.ndjson'));

  tellRow('slips', 'a second', 'MB a second', 'MB resident', 'MB on disk');
  const whole = await load(pool);
  const plain = await measurePlainImport(pool.slice(0, Number(values.plain)), join(folder, 'plain.sqlite'));
  process.stdout.write(
    `\nall: ${count(whole)} a second; the ordinary way, ${values.plain} into an empty database: ${count(plain)}; ` +
      `${(whole / plain).toFixed(1)} times\n`,
  );
}

/**
 * Loads all slips, a step after the other; answers how many a second.
 *
 * @param {readonly Buffer[]} pool
 */
async function load(pool) {
  const trade = new TradeImport(tpctl, env);
  const step = Math.ceil(slips / Math.min(mostSteps, Math.ceil(slips / 5_000)));
  const started = performance.now();
  for (let first = 0; first < slips; first += step) {
    const last = Math.min(first + step, slips);
    const began = performance.now();
    let bytes = 0;
    for (let number = first; number < last; number++) bytes += await trade.add(pool[number % pool.length], number);
    if (last === slips) await trade.finish(slips);
    const seconds = (performance.now() - began) / 1_000;
    tellRow(
      count(last),
      count((last - first) / seconds),
      count(bytes / 1e6 / seconds),
      count(trade.takeMostResidentBytes() / 1e6),
      process.env.ORDERING_DATABASE_URL === undefined ? count(statSync(file).size / 1e6) : '',
    );
  }
  return (slips / (performance.now() - started)) * 1_000;
}

/** @param {readonly string[]} cells */
function tellRow(...cells) {
  process.stdout.write(`${cells.map((cell) => cell.padStart(13)).join('')}\n`);
}

/** @param {number} number */
function count(number) {
  return Math.round(number).toLocaleString('en');
}
