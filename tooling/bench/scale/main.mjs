import { Failure } from '@trading-platform/bootstrap/failure';
import { runBench } from '../harness/bench.mjs';
import { checkModel } from './check-model.mjs';
import { measureGrowth } from './measure-growth.mjs';
import { measureServices } from './measure-services.mjs';

const about = `Measures the cost of a unit of work: CPU of the services and of PostgreSQL, statements, and bytes. A unit is, for example, a check, a
get, a record of a batch, a line of an uploaded order, or a token. The benchmark measures three fleets: 1, 2 and 4 processes of api and
of worker, with 1 or 2 of auth. Each fleet has its own embedded PostgreSQL, which waits for the disk. In each round, the fleets are
measured in turn, and a larger fleet gets a larger load. The cost of a unit must not grow with the fleet.

Most units are judged at the same pace for each process, because a busy process needs less CPU for each unit. They are also judged
with the same total number of working processes: while a smaller fleet is measured, processes of the largest fleet are called too. The
benchmark counts CPU, not time, so other work on the machine affects the figures little. Each round also measures the CPU that the
processes use without calls, and subtracts it. Linux only.

--part check: compares the prediction of npm run capacity for three mixtures of work with the measured CPU.
--part data: measures the CPU of PostgreSQL for a unit of work with 100 to a million members, with 10,000 to a million views of slips,
and while 100 to 100,000 batches wait. With --largest 10000000, also with ten million views, which take about 45 GB of disk.`;

const options = /** @type {const} */ ({
  part: ['services', 'services, check or data'],
  rounds: [3, 'services: measured rounds, after one that is not counted'],
  records: [5_000, 'services, check: records of the large batches'],
  only: [
    '',
    'services: units whose name contains this text, and the units that they need; data: members, slips or waiting',
  ],
  largest: [1_000_000, 'data: the largest number of rows'],
  statements: [false, 'services: also show the most frequent statements of each unit, in the last round'],
  write: [false, 'services: write the costs with one process of each into tooling/capacity/costs.json'],
});

await runBench({ name: 'scale', about, options }, ({ part, ...values }, folder) => {
  const given = { ...values, folder };
  if (part === 'services') return measureServices(given);
  if (part === 'check') return checkModel(given);
  if (part === 'data') return measureGrowth(given);
  throw new Failure(`--part must be services, check or data, not ${part}`);
});
