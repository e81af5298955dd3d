import type { Schema } from '@trading-platform/database';
import { CallCountEntity } from './call-count.entity.js';
import { CreateCallCounts1795651200000 } from './migrations/1795651200000-create-call-counts.js';

/** The table through which the processes of a service count calls together. */
export const callCountSchema = {
  entities: [CallCountEntity],
  migrations: [CreateCallCounts1795651200000],
} satisfies Schema;
