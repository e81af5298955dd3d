// Holds the write lock of the SQLite file of the first argument until its standard input ends.
import { SqliteConnection } from '@trading-platform/database/sqlite';

const connection = new SqliteConnection(process.argv[2]);
connection.exec('BEGIN IMMEDIATE');
process.stdout.write('locked\n');
process.stdin.resume().on('end', () => connection.exec('COMMIT'));
