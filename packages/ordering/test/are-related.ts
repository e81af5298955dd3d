import type { Database } from '@trading-platform/database';
import { SqlMemberDirectory } from '../src/typeorm/sql/members/member-directory.js';

/** Whether a member may name another one as its partner in a delivery date request. */
export async function areRelated(database: Database, self: string, partner: string): Promise<boolean> {
  const pair = { member_code_self: self, member_code_partner: partner };
  const refused = await new SqlMemberDirectory(database).notPaired(self, pair);
  return refused.length === 0;
}
