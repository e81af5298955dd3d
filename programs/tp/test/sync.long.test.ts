import { linesPlace, parquetPlace, postgresPlace } from './copy-places.js';
import { describeSync, following, killedLoads, otherRounds } from './sync-to-place.js';

describeSync('NDJSON files', linesPlace, [otherRounds]);
describeSync('PostgreSQL', postgresPlace, [following, killedLoads, otherRounds]);
describeSync('Parquet files', parquetPlace, [following, killedLoads, otherRounds]);
