import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '@trading-platform/database';
import { startPostgres } from '@trading-platform/database/testing/postgres';
import { accountSchema, byRepository, byStatement } from './account.mjs';

const help = `npm run bench statements -- [--rounds 15] [--times 300]

What one statement costs by hand and by TypeORM, in microseconds, one after the other on one connection: medians of rounds
that take turns. Commits do not wait for the disk, which would cost both the same.
--times: how often a round runs each.
`;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    times: { type: 'string', default: '300' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(help);
  process.exit(0);
}

const rounds = Number(values.rounds);
const times = Number(values.times);
const hurried = { durable: false };
let added = 0;

/** @typedef {typeof byStatement | typeof byRepository} Way */

/** @type {Record<string, (database: import('@trading-platform/database').Database, way: Way) => Promise<unknown>>} */
const works = {
  'find by key': (database, way) => way.find(database, 'A'),
  insert: (database, way) =>
    database.transaction((transaction) => way.insert(transaction, anAccount(`N${added++}`)), hurried),
  'update with condition': (database, way) =>
    database.transaction((transaction) => way.update(transaction, 'A'), hurried),
  'find, update and insert in a unit': (database, way) =>
    database.transaction(async (transaction) => {
      await way.find(transaction, 'A');
      await way.update(transaction, 'A');
      await way.insert(transaction, anAccount(`N${added++}`));
    }, hurried),
};

const folder = mkdtempSync(join(tmpdir(), 'trading-platform-bench-'));
const server = await startPostgres();
try {
  tellRow('', '', 'by hand', 'TypeORM', 'times');
  await measureOn('SQLite', `sqlite:${join(folder, 'statements.sqlite')}`);
  await measureOn('PostgreSQL', server.url);
} finally {
  await server.end();
  rmSync(folder, { recursive: true });
}

/**
 * @param {string} name
 * @param {string} address
 */
async function measureOn(name, address) {
  const database = await openDatabase({ address, schemas: [accountSchema], poolSize: 1 });
  await database.migrate();
  await database.transaction((transaction) => byStatement.insert(transaction, anAccount('A')));
  for (const [work, run] of Object.entries(works)) {
    /** @type {[number[], number[]]} */
    const [hand, typeorm] = [[], []];
    for (let round = 0; round < rounds; round++) {
      hand.push(await microseconds(() => run(database, byStatement)));
      typeorm.push(await microseconds(() => run(database, byRepository)));
    }
    tellRow(
      name,
      work,
      ...[median(hand), median(typeorm)].map((cost) => cost.toFixed(1)),
      (median(typeorm) / median(hand)).toFixed(1),
    );
  }
  await database.close();
}

/** @param {string} accountId */
function anAccount(accountId) {
  return {
    accountId,
    ownerCode: 'MEMBER',
    name: 'An account',
    addresses: ['https://example.com/callback'],
    open: true,
    hash: Buffer.alloc(32, 7),
    version: 1,
    createdAt: 1_763_700_000_000,
    endedAt: null,
  };
}

/** @param {() => Promise<unknown>} work */
async function microseconds(work) {
  const begin = performance.now();
  for (let n = 0; n < times; n++) await work();
  return ((performance.now() - begin) * 1_000) / times;
}

/** @param {readonly number[]} numbers */
function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

/**
 * @param {string} database
 * @param {string} work
 * @param {readonly string[]} costs
 */
function tellRow(database, work, ...costs) {
  process.stdout.write(`${database.padEnd(12)}${work.padEnd(36)}${costs.map((cost) => cost.padStart(10)).join('')}\n`);
}
