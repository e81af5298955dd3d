import { join } from 'node:path';
import { Failure } from '@trading-platform/bootstrap/failure';
import { tell } from '../harness/print.mjs';
import { medianOf } from '../harness/rounds.mjs';
import { measureRows } from './measure-rows.mjs';
import { measureIdle, measureUnit } from './measure-units.mjs';
import { measureWaiting } from './measure-waiting.mjs';
import { usedBetween } from './meter.mjs';
import { loadMarket, Rig } from './rig.mjs';
import { units } from './units.mjs';

/** @typedef {import('./units.mjs').Bench} Bench */

/** @typedef {import('@trading-platform/database').Database} Database */

const one = { auth: 1, api: 1, worker: 1 };
const idleSeconds = 5;
/** The number of rounds for each size of the data. The first round of each size is not counted. */
const rounds = 3;
/**
 * If the data grow tenfold, the cost of work may grow by at most this factor. Some growth is normal, because indexes
 * become deeper and a smaller part of their pages fits into memory.
 */
const growthPerTenfold = 1.25;
/** Differences below this number of CPU milliseconds of PostgreSQL are ignored. */
const least = 0.3;

/** Each entry names data that grow, and the work that must not become more expensive when they grow. */
const growths = [
  {
    name: 'members',
    title: 'members, each with a user, a grant and a place in the queue',
    sizes: [1e2, 1e4, 1e6],
    grow: growMembers,
    works: ['check', 'batch', 'line', 'signIn', 'reissue'],
    further: undefined,
  },
  {
    name: 'slips',
    title: 'views of slips',
    sizes: [1e4, 1e5, 1e6, 1e7],
    grow: growSlips,
    works: ['batch', 'line', 'importedView', 'slipRecord', 'deliveredSlip'],
    further: { title: 'vacuum, for each removed view of the oldest fifth', measure: measureVacuum },
  },
];
const waitingSizes = [1e2, 1e4, 1e5];
const queueName = 'waiting';
/** Each statement copies this many rows, so that no single statement fills the write-ahead log. */
const rowsPerCopy = 1e6;

/** The smallest value of `largest`. Growth can be measured only between two sizes. */
const smallest = 1e4;
const largestOfAll = Math.max(...growths.flatMap(({ sizes }) => sizes));

/**
 * @param {{ largest: number, only: string }} options
 * @throws {Failure} where they ask for nothing that is measured
 */
function checkGrowthOptions({ largest, only }) {
  const names = [...growths.map(({ name }) => name), queueName];
  if (only !== '' && !names.includes(only)) throw new Failure(`--only must be one of ${names.join(', ')}, not ${only}`);
  if (!Number.isInteger(largest) || largest < smallest || largest > largestOfAll) {
    throw new Failure(`--largest must be a whole number from ${smallest} to ${largestOfAll}`);
  }
}

/**
 * Measures how much CPU PostgreSQL needs for work as the data grow.
 *
 * @param {{ folder: string, largest: number, only: string }} options
 * @throws {Failure} where they ask for nothing that is measured
 * @returns {Promise<boolean>} whether no cost has grown by more than allowed
 */
export async function measureGrowth({ folder, largest, only }) {
  checkGrowthOptions({ largest, only });
  const grown = [];
  for (const growth of growths.filter(({ name }) => only === '' || name === only)) {
    grown.push(...(await measureOne(growth, { folder, largest })));
  }
  if (only === '' || only === queueName) grown.push(...(await measureQueue({ folder, largest })));
  tell(
    `\nWanted: at most ${growthPerTenfold} times the CPU of PostgreSQL for ten times the data: ${grown.length === 0 ? 'met.' : `NOT met: ${grown.join(', ')}.`}`,
  );
  return grown.length === 0;
}

/**
 * @param {typeof growths[number]} growth
 * @param {{ folder: string, largest: number }} options
 */
async function measureOne({ name: part, title, sizes, grow, works, further }, { folder, largest }) {
  const rig = await Rig.prepare(join(folder, part), one);
  const costs = new Map();
  const taken = sizes.filter((size) => size <= largest);
  const keep = (/** @type {string} */ name, /** @type {number} */ cost) =>
    costs.set(name, [...(costs.get(name) ?? []), cost]);
  try {
    const market = await loadMarket(rig, 1_000);
    await quieten(rig);
    await rig.start();
    const bench = { rig, market, made: new Map() };
    let round = 0;
    await measureWorks(bench, works, round++);
    for (const size of taken) {
      tell(`${size.toLocaleString('en')} ${title} …`);
      await grow(rig, size);
      await rig.database.execute('CHECKPOINT');
      const rounded = [];
      for (let n = 0; n < rounds; n++) rounded.push(await measureWorks(bench, works, round++));
      for (const name of works) {
        const median = medianOf(rounded.slice(1).map((each) => each.get(name) ?? Number.NaN));
        keep(name, median);
      }
      if (size === taken.at(-1))
        tell(`Bytes on the disk for each row, with its indexes: ${JSON.stringify(await measureRows(rig))}`);
      if (further !== undefined) keep(further.title, await further.measure(rig, size));
    }
  } finally {
    await rig.end();
  }
  return tellCosts(title, taken, costs);
}

/**
 * Stops background work of PostgreSQL. Background work would be counted as the cost of the measured unit.
 * @param {Rig} rig
 */
async function quieten({ database }) {
  await database.execute('ALTER SYSTEM SET autovacuum = off');
  await database.query('SELECT pg_reload_conf()');
}

/**
 * Returns the CPU milliseconds that PostgreSQL needs for one unit of each kind of work.
 *
 * @param {Bench} bench
 * @param {readonly string[]} names
 * @param {number} round
 */
async function measureWorks(bench, names, round) {
  const idle = await measureIdle(bench.rig, idleSeconds);
  const needed = units.filter(({ name, makes }) => names.includes(name) || names.some((each) => makes?.includes(each)));
  const costs = new Map();
  for (const unit of needed) costs.set(unit.name, (await measureUnit(unit, bench, { idle, round })).database);
  return costs;
}

/** @param {{ folder: string, largest: number }} options */
async function measureQueue({ folder, largest }) {
  const sizes = waitingSizes.filter((size) => size <= largest);
  const rig = await Rig.prepare(join(folder, 'queue'), one);
  const costs = new Map();
  try {
    await measureWaiting(rig, sizes, (size, ofSize) => {
      tell(`${size.toLocaleString('en')} waiting batches, behind ended ones …`);
      for (const [title, cost] of ofSize) costs.set(title, [...(costs.get(title) ?? []), cost]);
    });
  } finally {
    await rig.end();
  }
  return tellCosts('waiting batches', sizes, costs);
}

/**
 * @param {string} title
 * @param {readonly number[]} sizes
 * @param {ReadonlyMap<string, readonly number[]>} costs by the kind of work; each list has one cost for each size
 * @returns {string[]} the costs that have grown by more than allowed
 */
function tellCosts(title, sizes, costs) {
  tell(
    `\n${`CPU ms of PostgreSQL, by ${title}`.padEnd(66)}${sizes.map((size) => size.toLocaleString('en').padStart(11)).join('')}`,
  );
  const grown = [];
  for (const [name, known] of costs) {
    tell(`  ${name.padEnd(64)}${known.map((cost) => cost.toFixed(4).padStart(11)).join('')}`);
    const first = known.at(0) ?? 0;
    const last = known.at(-1) ?? 0;
    const tenfolds = Math.log10((sizes.at(-1) ?? 1) / (sizes[0] ?? 1));
    if (last - first > least && last > first * growthPerTenfold ** tenfolds) grown.push(`${name} by ${title}`);
  }
  return grown;
}

/**
 * Adds members that never call. The rows of these members are copies of the rows of a calling member, with numbers of
 * their own.
 *
 * @param {Rig} rig
 * @param {number} size
 */
async function growMembers(rig, size) {
  await copyRows(rig.database, {
    table: 'member',
    size,
    key: 'member_code',
    keyed: { member_code: `'8' || lpad(n::text, 9, '0')` },
  });
  await rig.database.execute(
    `INSERT INTO batch_turn (member_code, served) SELECT '8' || lpad(n::text, 9, '0'), n FROM generate_series(1, ${size}) n ON CONFLICT DO NOTHING`,
  );
  const auth = await rig.openAuth();
  try {
    const numbered = `'bench-' || n`;
    await copyRows(auth, { table: 'auth_user', size, key: 'user_id', keyed: { user_id: numbered, subject: numbered } });
    await copyRows(auth, {
      table: 'auth_grant',
      size,
      key: 'grant_id',
      keyed: { grant_id: numbered, subject: numbered },
    });
    await auth.execute('VACUUM ANALYZE');
  } finally {
    await auth.close();
  }
  await rig.database.execute('VACUUM ANALYZE');
}

/**
 * Adds views of slips of many members, spread over two years. The views are copies of an imported view.
 *
 * @param {Rig} rig
 * @param {number} size
 */
async function growSlips({ database }, size) {
  const day = `to_char(DATE '2024-06-01' + (n % 730), 'YYYY-MM-DD')`;
  const days = (await columnsOf(database, 'slip')).filter((name) => /^(?!former_).*_day$/.test(name));
  const keyed = {
    id: 'n + 1000000000',
    trade_id: `'X' || lpad(n::text, 11, '0')`,
    member_code_self: `'8' || lpad((n % 5000)::text, 9, '0')`,
    ...Object.fromEntries(days.map((name) => [name, `CASE WHEN t.${name} = '' THEN '' ELSE ${day} END`])),
  };
  await copyRows(database, { table: 'slip', size, key: 'id', keyed });
  await copyRows(database, { table: 'slip_body', size, key: 'slip_id', keyed: { slip_id: 'n + 1000000000' } });
  await database.execute('VACUUM ANALYZE');
}

/**
 * Measures the CPU milliseconds that PostgreSQL needs to free the space of one view, after a fifth of the views was
 * removed. By default, autovacuum starts when a fifth of the rows is gone. The removed views are replaced as the data
 * grow.
 *
 * @param {Rig} rig
 * @param {number} size
 */
async function measureVacuum({ database, meter }, size) {
  const removed = size / 5;
  const oldest = (/** @type {string} */ key) => `${key} > 1000000000 AND ${key} <= 1000000000 + ${removed}`;
  await database.execute(`DELETE FROM slip_body WHERE ${oldest('slip_id')}`);
  await database.execute(`DELETE FROM slip WHERE ${oldest('id')}`);
  await database.execute('CHECKPOINT');
  const before = await meter.now();
  await database.execute('VACUUM slip, slip_body');
  return usedBetween(before, await meter.now()).database / removed;
}

/**
 * Fills a table with copies of its first row until it has `size` rows.
 *
 * @param {Database} database
 * @param {{ table: string, size: number, key: string, keyed: Readonly<Record<string, string>> }} copies `keyed`: the
 *   columns that differ in each copy, as SQL with the number `n`
 */
async function copyRows(database, { table, size, key, keyed }) {
  const names = await columnsOf(database, table);
  const values = names.map((name) => keyed[name] ?? `t.${name}`);
  for (let first = 1; first <= size; first += rowsPerCopy) {
    const last = Math.min(size, first + rowsPerCopy - 1);
    await database.execute(
      `INSERT INTO ${table} (${names.join(', ')}) SELECT ${values.join(', ')}
       FROM (SELECT * FROM ${table} ORDER BY ${key} LIMIT 1) t, generate_series(${first}, ${last}) n ON CONFLICT DO NOTHING`,
    );
  }
}

/**
 * @param {Database} database
 * @param {string} table
 */
async function columnsOf(database, table) {
  const columns = await database.query(
    `SELECT column_name AS name FROM information_schema.columns WHERE table_name = '${table}' AND table_schema = 'public'`,
  );
  return columns.map(({ name }) => String(name));
}
