import type { Database } from '@trading-platform/database';
import { openOrderingPorts } from '../src/typeorm/open-ordering-ports.js';

/** Checks whether a member may name another member as its partner in a delivery date request. */
export async function areRelated(database: Database, self: string, partner: string): Promise<boolean> {
  const pair = { member_code_self: self, member_code_partner: partner };
  const refused = await openOrderingPorts(database).memberDirectory.notPaired(self, pair);
  return refused.length === 0;
}
