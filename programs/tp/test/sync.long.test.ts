import { parquetPlace, postgresPlace } from './copy-places.js';
import { describeSync, following, killedLoads, otherRounds } from './sync-to-place.js';

describeSync('PostgreSQL', postgresPlace, [following, killedLoads, otherRounds]);
describeSync('Parquet files', parquetPlace, [following, killedLoads, otherRounds]);
