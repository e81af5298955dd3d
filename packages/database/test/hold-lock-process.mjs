// Holds the write lock of a SQLite file, which is the first argument, until standard input is closed.
import { SqliteConnection } from '@trading-platform/database/sqlite';

const connection = new SqliteConnection(process.argv[2]);
connection.exec('BEGIN IMMEDIATE');
process.stdout.write('locked\n');
process.stdin.resume().on('end', () => connection.exec('COMMIT'));
