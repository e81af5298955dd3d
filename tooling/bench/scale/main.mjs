import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { makeFolder } from '../platform.mjs';
import { measureServices } from './measure-services.mjs';

const help = `npm run bench scale -- [options]

What a unit of work costs (CPU of the services and of PostgreSQL, statements, bytes): a check, a get, a record of a batch, a line
of an uploaded order, a token. With 1, 2 and 4 api and worker, and 1 and 2 auth, each number on an embedded PostgreSQL of its own
that waits for the disk. The numbers take turns in each round, and the load grows with them. The cost of a unit must not grow.
CPU is what counts, so the figures bear other work on the machine. Linux only.

  --rounds N       rounds that count, after one that does not (default 3)
  --records N      records of the large batches (default 5000)
  --only NAME      only units whose name has it, and what they need
  --write          write the costs with one process of each into tooling/capacity/costs.json
  --help
`;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    records: { type: 'string', default: '5000' },
    only: { type: 'string', default: '' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(help);
  process.exit(0);
}

const folder = makeFolder();
const tell = (/** @type {string} */ text) => void process.stdout.write(`${text}\n`);
try {
  const isMet = await measureServices({
    folder,
    records: Number(values.records),
    rounds: Number(values.rounds),
    only: values.only,
    write: values.write,
    tell,
  });
  process.exitCode = isMet ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}
