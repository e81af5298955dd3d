// Migrates the database of the first argument as soon as a line comes in, and prints the names of the migrations it ran.
// With `--later` there is one migration more; with `--stop-in-the-middle` it says `in the middle` of that one and waits.
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
