// Migrates the database in the first argument as soon as a line arrives on standard input, and prints the names of the migrations
// that it has run. With `--later` there is one more migration. With `--stop-in-the-middle` the process prints `in the middle`
// during this migration and waits.
import { once } from 'node:events';
import { openDatabase } from '@trading-platform/database';
import { laterSchema, noteSchema } from './note-schema.mjs';

const schema = process.argv.includes('--later') ? laterSchema : noteSchema;
const database = await openDatabase({ address: process.argv[2], schemas: [schema] });
process.stdout.write('ready\n');
await once(process.stdin, 'data');
process.stdout.write(`${JSON.stringify(await database.migrate())}\n`);
await database.close();
process.exit(0);
