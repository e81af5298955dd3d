import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '@trading-platform/database/testing/postgres';
import { makeFolder, profileFlags } from '../platform.mjs';
import { Market } from './market.mjs';
import { measureMemory } from './measure-memory.mjs';
import { measureSpeed } from './measure-speed.mjs';

const help = `npm run bench batch -- [options]

A batch download of 50,000 demo master records through the real services, beside the ordinary way (TypeORM entities,
JSON.stringify, compression for each request) and the ceiling (the same bytes as a constant buffer over node:http).
The ordinary way builds a batch by storing each rendered record as a row, in one transaction, and answers a get from the
entities; beside that, the same from the stored texts.

  --records N      records in the batch (default 50000)
  --seconds N      length of each measurement (default 5)
  --rounds N       measurements of each kind; the median counts (default 3)
  --postgres       on an embedded PostgreSQL instead of SQLite
  --skip-ordinary  without the ordinary way and the ratios to it
  --memory SIZES   instead of speed: resident memory while batches of these sizes are built and read by 16 clients,
                   for example 10000,100000,1000000
  --profile FOLDER CPU profiles of api and worker
  --help
`;

const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '50000' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    postgres: { type: 'boolean', default: false },
    'skip-ordinary': { type: 'boolean', default: false },
    memory: { type: 'string' },
    profile: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(help);
  process.exit(0);
}

const folder = makeFolder();
const server = values.postgres
  ? await startPostgres({ durable: true, databases: ['auth', 'ordering', 'ordinary'] })
  : undefined;
const profiling = profileFlags(values.profile);
try {
  const sizes = values.memory?.split(',').map(Number);
  if (sizes === undefined) {
    const market = await Market.load({ folder, records: Number(values.records), server, tell });
    await market.run(profiling, () =>
      measureSpeed(market, {
        seconds: Number(values.seconds),
        rounds: Number(values.rounds),
        withOrdinary: !values['skip-ordinary'],
        tell,
      }),
    );
  }
  for (const size of sizes ?? []) {
    const market = await Market.load({ folder: mkdtempSync(join(folder, 'size-')), records: size, server, tell });
    await market.run(profiling, () => measureMemory(market, tell));
  }
} finally {
  await server?.end();
  rmSync(folder, { recursive: true });
}

/** @param {string} text */
function tell(text) {
  process.stdout.write(`${text}\n`);
}
