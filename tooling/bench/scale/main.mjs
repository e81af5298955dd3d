import { Failure } from '@trading-platform/bootstrap/failure';
import { runBench } from '../harness/bench.mjs';
import { checkModel } from './check-model.mjs';
import { measureGrowth } from './measure-growth.mjs';
import { measureServices } from './measure-services.mjs';

const about = `The cost of a unit of work (CPU of the services and of PostgreSQL, statements, bytes): a check, a get, a record of a batch, a line of an
uploaded order, a token. With 1, 2 and 4 api and worker, and 1 and 2 auth, each number on an embedded PostgreSQL of its own that waits
for the disk. The numbers take turns in each round, and the load grows with them. The cost of a unit must not grow. Most units are
judged at the same pace for each process, because a busy one needs less for each of them, and beside as many processes in all: those
of the largest fleet are called while a smaller one is measured. CPU is counted and not time, so the figures bear other work on the
machine. The bench measures in each round what processes take without calls, and takes it off. Linux only.

--part check: what npm run capacity says of three mixtures of work, beside what they take.
--part data: the CPU of PostgreSQL for a unit of work with 100 to a million members, with 10,000 to a million views of slips, and while
100 to 100,000 batches wait. With --largest 10000000 also with ten million views, which take about 45 GB of disk.`;

const options = /** @type {const} */ ({
  part: ['services', 'services, check or data'],
  rounds: [3, 'services: rounds that count, after one that does not'],
  records: [5_000, 'services, check: records of the large batches'],
  only: ['', 'units whose name has it, and what they need; data: members, slips or waiting'],
  largest: [1_000_000, 'data: no more rows than so many'],
  statements: [false, 'services: also the statements that each unit has sent most, in the last round'],
  write: [false, 'services: write the costs with one process of each into tooling/capacity/costs.json'],
});

await runBench({ name: 'scale', about, options }, ({ part, ...values }, folder) => {
  const given = { ...values, folder };
  if (part === 'services') return measureServices(given);
  if (part === 'check') return checkModel(given);
  if (part === 'data') return measureGrowth(given);
  throw new Failure(`--part is services, check or data, not ${part}`);
});
