import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { runBench } from '../harness/bench.mjs';
import { databaseOption, dialectOf, profileFlags, profileOption, withPlatform } from '../harness/platform.mjs';
import { tell } from '../harness/print.mjs';
import { Market } from '../market/market.mjs';
import { DemoBatches } from './demo-batches.mjs';
import { measureMemory } from './measure-memory.mjs';
import { measureSpeed } from './measure-speed.mjs';

const about = `Measures a batch download of demo master records through the real services. Compares it with the ordinary way (TypeORM entities,
JSON.stringify, compression for each request) and with the ceiling (node:http sends the same bytes from a constant buffer). The ordinary
way builds a batch by storing each rendered record as a row, in one transaction, and answers a get from the entities.`;

const options = /** @type {const} */ ({
  database: databaseOption,
  records: [50_000, 'records in the batch'],
  seconds: [5, 'length of each measurement'],
  rounds: [3, 'measurements of each kind; the median counts'],
  'skip-ordinary': [false, 'without the ordinary way and the comparison with it'],
  memory: [
    '',
    'measures memory instead of speed, while batches of these sizes are built and read by 16 clients, for example 10000,100000',
  ],
  profile: profileOption,
});

await runBench({ name: 'batch', about, options }, async (values, folder) => {
  const dialect = dialectOf(values.database);
  const flags = profileFlags(values.profile);
  /**
   * @param {number} records
   * @param {(batches: DemoBatches) => Promise<boolean | void>} work
   */
  const onPlatform = (records, work) =>
    withPlatform({ folder: mkdtempSync(join(folder, 'size-')), dialect }, async (platform) => {
      tell(`Loading ${records.toLocaleString('en')} master records …`);
      const market = await Market.load(platform, { demo: records });
      await platform.start('auth');
      for (const name of /** @type {const} */ (['api', 'worker'])) await platform.start(name, flags);
      return work(new DemoBatches(market, records));
    });
  if (values.memory === '') {
    await onPlatform(values.records, (batches) =>
      measureSpeed(batches, {
        seconds: values.seconds,
        rounds: values.rounds,
        withOrdinary: !values['skip-ordinary'],
      }),
    );
    return;
  }
  for (const size of values.memory.split(',')) await onPlatform(Number(size), measureMemory);
});
