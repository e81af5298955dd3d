import type { Schema } from '@trading-platform/database';
import { CallCountEntity } from './call-count.entity.js';
import { CreateCallCounts1763700900000 } from './migrations/1763700900000-create-call-counts.js';

/** The table through which the processes of the data API learn of each other's calls. */
export const callCountSchema = {
  entities: [CallCountEntity],
  migrations: [CreateCallCounts1763700900000],
} satisfies Schema;
