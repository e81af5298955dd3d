export { describeDatabases, type OpenTestDatabase, type TestDatabase } from './describe-databases.js';
export { describeSchema, type SampleValues } from './describe-schema.js';
export { PostgresPair } from './postgres-pair.js';
export { SilentLine } from './silent-line.js';
export { type PostgresProcessOptions, type PostgresServer, startPostgres } from './start-postgres.js';
export { testPostgresUrl } from './test-server.js';
