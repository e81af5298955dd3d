import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Failure, failureLine } from '@trading-platform/bootstrap/failure';
import { makeFolder } from '../platform.mjs';
import { checkModel } from './check-model.mjs';
import { measureGrowth } from './measure-growth.mjs';
import { measureNews } from './measure-news.mjs';
import { measureServices } from './measure-services.mjs';
import { measureTracing } from './measure-tracing.mjs';

const help = `npm run bench scale -- [options]

What a unit of work costs (CPU of the services and of PostgreSQL, statements, bytes): a check, a get, a record of a batch, a line
of an uploaded order, a token. With 1, 2 and 4 api and worker, and 1 and 2 auth, each number on an embedded PostgreSQL of its own
that waits for the disk. The numbers take turns in each round, and the load grows with them. The cost of a unit must not grow.
Most units are judged at the same pace for each process, because a busy one needs less for each of them, and beside as many processes
in all: those of the largest fleet are called while a smaller one is measured.
CPU is what counts, so the figures bear other work on the machine. What processes take without calls is measured in each round,
told, and taken off. Linux only.

With --part data: what work costs PostgreSQL with 100, 10,000 and a million members, with 10,000 to a million views of slips, and while
100 to 100,000 batches wait. With --largest 10000000 also with ten million views, which take about 45 GB of disk.
With --part check: what npm run capacity would tell of three mixtures of work, beside what they take.
With --part tracing: what traces cost, in rounds that take turns with one without them.
With --part news: how many batches up to eight processes add and cancel where commits take long, told in the commit and after it.

  --part NAME      services (default), check, data, tracing or news
  --rounds N       services, tracing: rounds that count, after one that does not; news: rounds (default 3)
  --records N      services, check, tracing: records of the large batches (default 5000)
  --only NAME      only units whose name has it, and what they need; data: members, slips or waiting
  --largest N      data: no more rows than so many, 10000 to 10000000 (default 1000000)
  --statements     services: tell also which statements each unit has sent most, in the last round
  --write          services: write the costs with one process of each into tooling/capacity/costs.json
  --help
`;

const { values } = parseArgs({
  options: {
    part: { type: 'string', default: 'services' },
    largest: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '3' },
    records: { type: 'string', default: '5000' },
    only: { type: 'string', default: '' },
    statements: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(help);
  process.exit(0);
}

/** @type {Record<string, () => Promise<boolean>>} */
const parts = {
  services: () =>
    measureServices({
      folder,
      records: Number(values.records),
      rounds: Number(values.rounds),
      only: values.only,
      write: values.write,
      statements: values.statements,
      tell,
    }),
  check: () => checkModel({ folder, records: Number(values.records), tell }),
  tracing: () =>
    measureTracing({
      folder,
      records: Number(values.records),
      rounds: Number(values.rounds),
      only: values.only,
      tell,
    }),
  news: () => measureNews({ rounds: Number(values.rounds), tell }),
  data: () => measureGrowth({ folder, largest: Number(values.largest), only: values.only, tell }),
};
const folder = makeFolder();
const tell = (/** @type {string} */ text) => void process.stdout.write(`${text}\n`);
try {
  const part = parts[values.part];
  if (part === undefined) throw new Failure(`--part is one of ${Object.keys(parts).join(', ')}, not ${values.part}`);
  process.exitCode = (await part()) ? 0 : 1;
} catch (error) {
  process.stderr.write(`${failureLine(error)}\n`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}
