// Migrates the database of the first argument as soon as a line comes in, and prints the names of the migrations it ran.
import { once } from 'node:events';
import { openDatabase } from '@trading-platform/database';
import { noteSchema } from './note-schema.mjs';

const database = await openDatabase({ address: process.argv[2], schemas: [noteSchema] });
process.stdout.write('ready\n');
await once(process.stdin, 'data');
process.stdout.write(`${JSON.stringify(await database.migrate())}\n`);
await database.close();
process.exit(0);
