import { openDatabase } from '@trading-platform/database';
import { TypeOrmEventLog } from '@trading-platform/event-log/typeorm';
import { orderingSchema } from '@trading-platform/ordering/typeorm';

// Removes the events that no reader of the benchmark still needs, as a worker removes events that are 30 days old.
const readMs = 3_000;
const database = await openDatabase({ address: process.argv[2] ?? '', schemas: [orderingSchema] });
const began = performance.now();
const removed = await new TypeOrmEventLog(database).forget(Date.now() - readMs);
process.stdout.write(JSON.stringify({ removed, seconds: (performance.now() - began) / 1_000 }));
await database.close();
