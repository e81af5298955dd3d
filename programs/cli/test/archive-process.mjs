// Archives the slips of a database into a folder, and kills itself after a number of steps. If the number is 0, the process
// does not kill itself: it archives once more and prints both outcomes.
import { openDatabase } from '@trading-platform/database';
import { orderingSchema, SlipArchive } from '@trading-platform/ordering/typeorm';
import { runArchive } from '../dist/archive/run-archive.js';

const [address = '', folder = '', before = '', stepsText = '0'] = process.argv.slice(2);
const database = await openDatabase({ address, schemas: [orderingSchema] });
let left = Number(stepsText);
const outcomes = [await archive()];
if (stepsText === '0') outcomes.push(await archive());
await database.close();
process.stdout.write(JSON.stringify(outcomes));

async function archive() {
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
  return { steps, ...outcome };
}
