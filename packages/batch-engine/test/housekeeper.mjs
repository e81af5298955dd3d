/**
 * A process that begins housekeeping when its turn comes, and never ends it. The argument is the address of a PostgreSQL database
 * with batches. The process prints `keeping house` when it has begun.
 */
import { openPgBossQueue } from '@trading-platform/batch-engine/pg-boss';

const [, , address] = process.argv;
const queue = await openPgBossQueue({ address });
const keepHouse = () => {
  process.stdout.write('keeping house\n');
  return new Promise(() => undefined);
};
await queue.listen({ wake: () => undefined, keepHouse });
