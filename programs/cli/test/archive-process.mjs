// Archives the slips of a database into a folder, and kills itself after a number of steps; never if the number is 0.
import { openDatabase } from '@trading-platform/database';
import { orderingSchema, SlipArchive } from '@trading-platform/ordering/typeorm';
import { runArchive } from '../dist/archive/run-archive.js';

const [address = '', folder = '', before = '', stepsText = '0'] = process.argv.slice(2);
const database = await openDatabase({ address, schemas: [orderingSchema] });
let left = Number(stepsText);
let steps = 0;
const outcome = await runArchive({
  kind: 'slips',
  source: new SlipArchive(database, before),
  folder,
  before,
  note: async () => undefined,
  signal: new AbortController().signal,
  limits: { units: 30, bytes: 1_000_000 },
  onStep: () => {
    steps++;
    if (--left === 0) process.kill(process.pid, 'SIGKILL');
  },
});
await database.close();
process.stdout.write(`${JSON.stringify({ steps, ...outcome })}\n`);
