import { execFileSync } from 'node:child_process';
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openDatabase } from '@trading-platform/database';
import { downloads as declared, settingNames } from '@trading-platform/domain-types';
import { downloadCriteria, downloadFunction, tradeCriteria } from '@trading-platform/ordering';
import {
  importRecords,
  orderingSchema,
  SqlMasterSource,
  SqlSettingSource,
  SqlTradeSource,
} from '@trading-platform/ordering/typeorm';
import { measurePlainWay } from './measure-plain-way.mjs';

const help = `npm run bench downloads -- [--master 20000] [--trade 20000] [--plain 2000]

Records a second of every download, from the open snapshot to the last byte of the last record; beside it the ordinary
way: TypeORM entities found with their relations, a page at a time, and JSON.stringify.
--plain: how many records the ordinary way has to deal with.
With ORDERING_DATABASE_URL set to a fresh database, that one is used instead of SQLite.
`;

const { values } = parseArgs({
  options: {
    master: { type: 'string', default: '20000' },
    trade: { type: 'string', default: '20000' },
    plain: { type: 'string', default: '2000' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(help);
  process.exit(0);
}

const demoData = fileURLToPath(new URL('../../demo-data/dist/main.js', import.meta.url));
const runs = 3;
const folder = mkdtempSync(join(tmpdir(), 'trading-platform-bench-'));
const database = await openDatabase({
  address: process.env.ORDERING_DATABASE_URL ?? `sqlite:${join(folder, 'ordering.sqlite')}`,
  schemas: [orderingSchema],
});
try {
  await run();
} finally {
  await database.close();
  rmSync(folder, { recursive: true });
}

async function run() {
  execFileSync(process.execPath, [demoData, '--out', folder, '--master', values.master, '--trade', values.trade]);
  await database.migrate();
  tell(`${'import'.padEnd(20)}${'lines'.padStart(10)}${'a second'.padStart(12)}`);
  for (const kind of /** @type {const} */ (['members', 'master', ...settingNames, 'trade'])) await load(kind);
  tell('');
  tell(
    `${'download'.padEnd(20)}${'records'.padStart(10)}${'a second'.padStart(12)}${'MB a second'.padStart(14)}${'ordinary way'.padStart(15)}`,
  );
  for (const { name, download, criteria } of await downloads()) {
    const best = (await times(runs, () => read(download, criteria))).reduce((one, other) =>
      other.perSecond > one.perSecond ? other : one,
    );
    const plain = await measurePlainWay(name, fileOf(name), folder, Number(values.plain));
    tell(
      `${name.padEnd(20)}${String(best.records).padStart(10)}${count(best.perSecond).padStart(12)}${count(best.megabytes).padStart(14)}${count(plain).padStart(15)}`,
    );
  }
}

/** @param {Parameters<typeof importRecords>[0]} kind */
async function load(kind) {
  const started = performance.now();
  const { read: lines, refused } = await importRecords(kind, database, createReadStream(fileOf(kind)));
  if (refused > 0) throw new Error(`${kind}: ${refused} lines are refused`);
  tell(`${kind.padEnd(20)}${String(lines).padStart(10)}${count(perSecond(lines, started)).padStart(12)}`);
}

/** Every download, as the member asks for it that sees most: all products, a fortnight of slips, all settings. */
async function downloads() {
  const [caller] = await database.query(
    "SELECT head_office_member_code AS code FROM member WHERE head_office_member_code <> '' GROUP BY 1 ORDER BY COUNT(*) DESC LIMIT 1",
  );
  const [newest] = await database.query('SELECT MAX(order_day) AS day FROM slip');
  const codes = (await database.query('SELECT member_code AS code FROM member')).map(({ code }) => String(code));
  const code = String(caller?.['code']);
  const to = String(newest?.['day']);
  const reader = { memberCode: code, clientId: 'bench' };
  const settings = settingNames.map((kind) => ({
    name: kind,
    download: downloadFunction(declared[kind], new SqlSettingSource(database)),
    criteria: downloadCriteria(declared[kind], reader, { member_code_seller: codes }),
  }));
  const period = { target_date_set: '2', target_date_from: '2000-01-01', target_date_to: to };
  return /** @type {const} */ ([
    {
      name: 'master',
      download: downloadFunction(declared.master, new SqlMasterSource(database)),
      criteria: downloadCriteria(declared.master, reader, { member_code_list: codes }),
    },
    {
      name: 'trade',
      download: downloadFunction(declared.trade, new SqlTradeSource(database)),
      criteria: tradeCriteria(reader, period),
    },
    ...settings,
  ]);
}

/**
 * @param {{ open: (criteria: any, signal: AbortSignal) => Promise<import('@trading-platform/ordering').RecordSnapshot> }} download
 * @param {object} criteria
 */
async function read(download, criteria) {
  const started = performance.now();
  const snapshot = await download.open(criteria, new AbortController().signal);
  let records = 0;
  let bytes = 0;
  for await (const chunk of snapshot.records) {
    records += chunk.length;
    for (const { body } of chunk) bytes += body.length;
  }
  await snapshot.close();
  return { records, perSecond: perSecond(records, started), megabytes: perSecond(bytes, started) / 1e6 };
}

/**
 * @template Result
 * @param {number} number
 * @param {() => Promise<Result>} work
 */
async function times(number, work) {
  const results = [];
  for (let turn = 0; turn < number; turn++) results.push(await work());
  return results;
}

/** @param {string} kind */
function fileOf(kind) {
  return join(folder, `${kind}.ndjson`);
}

/**
 * @param {number} things
 * @param {number} started
 */
function perSecond(things, started) {
  return (things / (performance.now() - started)) * 1_000;
}

/** @param {number} number */
function count(number) {
  return Math.round(number).toLocaleString('en');
}

/** @param {string} text */
function tell(text) {
  process.stdout.write(`${text}\n`);
}
