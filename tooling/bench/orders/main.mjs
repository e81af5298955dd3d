import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { givenDatabases, makeFolder, Platform, profileFlags } from '../platform.mjs';
import { buyer, marketFiles, uploadOf } from './market.mjs';
import { measurePlainUpload } from './measure-plain-upload.mjs';

const help = `npm run bench orders -- [--orders 1000] [--rounds 5] [--plain 100] [--profile FOLDER]

Uploads of orders of 20 lines each (Spec 4.11) from the request to their final results, one after the other: over HTTP, with one
worker, on SQLite. Beside it the ordinary way: for each line a query for its product, its price and the settings, and TypeORM's
\`save\` for each order, on the same kind of database and without HTTP. What counts is the median of the uploads after the first.
--plain: how many orders the ordinary way has to deal with.
--profile writes a CPU profile of the worker into a folder.
With ORDERING_DATABASE_URL and AUTH_DATABASE_URL set to fresh databases, those are used instead; the ordinary way has tables of its
own in the first one.
`;

const linesPerOrder = 20;
const targets = { sqlite: 15_000, postgres: 8_000, timesThePlainWay: 20 };
const pollMs = 5;

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '5' },
    plain: { type: 'string', default: '100' },
    profile: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(help);
  process.exit(0);
}

const orders = Number(values.orders);
const plainRounds = 5;
const rounds = Math.max(2, Number(values.rounds));
const profiling = profileFlags(values.profile);
const folder = makeFolder();
const databases = givenDatabases(folder);
const { ORDERING_DATABASE_URL: address } = databases;
const isOnSqlite = address.startsWith('sqlite:');
const platform = await Platform.prepare({ folder, databases });
try {
  await run();
} finally {
  await platform.stop();
  rmSync(folder, { recursive: true });
}

async function run() {
  await platform.operate(['migrate']);
  for (const [kind, records] of marketFiles()) await platform.load(kind, records);
  await platform.start('auth');
  await platform.start('api');
  await platform.start('worker', profiling);
  const newToken = await platform.makeCaller(buyer);
  tell('upload     seconds   orders/s    lines/s   worker CPU s   worker MB   api MB');
  const ofRounds = [];
  for (let round = 1; round <= rounds; round++) {
    const before = platform.cpuSeconds('worker');
    const seconds = await upload(await newToken(), uploadOf(orders, `r${round}`));
    ofRounds.push(orders / seconds);
    const cells = [
      seconds.toFixed(2).padStart(12),
      count(orders / seconds, 11),
      count((orders / seconds) * linesPerOrder, 11),
      (platform.cpuSeconds('worker') - before).toFixed(2).padStart(15),
      count(platform.residentBytes('worker') / 1e6, 12),
      count(platform.residentBytes('api') / 1e6, 9),
    ];
    tell(String(round).padEnd(6) + cells.join(''));
  }
  const plain = medianOf(await measurePlainRounds());
  const wanted = isOnSqlite ? targets.sqlite : targets.postgres;
  const warm = ofRounds.slice(1);
  const median = medianOf(warm);
  const times = median / plain;
  const isMet = median * linesPerOrder >= wanted && times >= targets.timesThePlainWay;
  tell(
    `Uploads after the first: median ${count(median * linesPerOrder)} lines/s, best ${count(Math.max(...warm) * linesPerOrder)}.`,
  );
  tell(
    `The ordinary way: median ${count(plain)} orders/s, ${count(plain * linesPerOrder)} lines/s; the median is ${times.toFixed(1)} times that.`,
  );
  tell(
    `Wanted: ${count(wanted)} lines/s and ${targets.timesThePlainWay} times the ordinary way: ${isMet ? 'met.' : 'NOT met.'}`,
  );
}

/** The ordinary way varies more than ours from one round to the next. */
async function measurePlainRounds() {
  const ofRounds = [];
  for (let round = 1; round <= plainRounds; round++) {
    const plainAddress = isOnSqlite ? `sqlite:${join(folder, `plain${round}.sqlite`)}` : address;
    ofRounds.push(await measurePlainUpload(uploadOf(Number(values.plain), `plain${round}`), plainAddress));
  }
  return ofRounds;
}

/** @param {readonly number[]} numbers */
function medianOf(numbers) {
  const inOrder = numbers.toSorted((one, other) => one - other);
  const middle = (inOrder.length - 1) / 2;
  return ((inOrder[Math.floor(middle)] ?? 0) + (inOrder[Math.ceil(middle)] ?? 0)) / 2;
}

/**
 * Seconds from the request to the final results.
 *
 * @param {string} token
 * @param {readonly object[]} order_list
 */
async function upload(token, order_list) {
  const call = (/** @type {string} */ step, /** @type {string} */ body) =>
    fetch(`${platform.orderUrl}/order/upload/${step}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body,
    }).then(async (answer) => /** @type {Record<string, string>} */ (await answer.json()));
  const body = JSON.stringify({ order_list });
  const started = performance.now();
  const { batch_id } = await call('request', body);
  for (;;) {
    const { batch_flg, error_count } = await call('check', JSON.stringify({ batch_id }));
    if (batch_flg === '3' && error_count === '0') return (performance.now() - started) / 1_000;
    if (batch_flg !== '1' && batch_flg !== '2') throw new Error(`${batch_flg}: ${error_count} orders were refused`);
    await sleep(pollMs);
  }
}

/** @param {string} text */
function tell(text) {
  process.stdout.write(`${text}\n`);
}

/**
 * @param {number} number
 * @param {number} [width]
 */
function count(number, width = 0) {
  return Math.round(number).toLocaleString('en').padStart(width);
}
