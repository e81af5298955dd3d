// Holds the write lock of the SQLite file of the first argument for as many milliseconds as the second one says.
import { setTimeout as sleep } from 'node:timers/promises';
import { SqliteConnection } from '@trading-platform/database/sqlite';

const connection = new SqliteConnection(process.argv[2]);
connection.exec('BEGIN IMMEDIATE');
process.stdout.write('locked\n');
await sleep(Number(process.argv[3]));
connection.exec('COMMIT');
