import { type Sql, tableOf } from '@trading-platform/database';
import type { AuthorizationCode } from '../../grant/authorization-code.js';
import { CodeEntity } from '../entities/code.entity.js';

const codes = tableOf(CodeEntity);
const insert = codes.insertInto();

export async function insertCode(sql: Sql, code: AuthorizationCode): Promise<void> {
  await sql.execute(insert, codes.values(code));
}
