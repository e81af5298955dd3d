import { type Sql, tableOf } from '@trading-platform/database';
import type { TokenUser } from '../../user/user.js';
import { CodeEntity } from '../entities/code.entity.js';
import { joinUser, readTokenUser, userColumns } from './join-user.js';

const codes = tableOf(CodeEntity);
const find = `SELECT ${codes.columnsOf('c')}, ${userColumns} FROM ${codes.name} c ${joinUser('c.subject')}
  WHERE c.code_hash = $1`;

/** Returns a code, with the user who allowed it unless the user has been deleted. */
export async function findCodeWithUser(
  sql: Sql,
  codeHash: Uint8Array,
): Promise<{ code: CodeEntity; user: TokenUser | undefined } | undefined> {
  const [row] = await sql.query<object>(find, [codeHash]);
  if (row === undefined) return undefined;
  const code = codes.read(row);
  return { code, user: readTokenUser(row, code.subject) };
}
