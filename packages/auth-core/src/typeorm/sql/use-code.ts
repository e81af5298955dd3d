import { type Sql, tableOf } from '@trading-platform/database';
import { CodeEntity } from '../entities/code.entity.js';

const codes = tableOf(CodeEntity);
const use = `UPDATE ${codes.name} SET used_at = $2 WHERE code_hash = $1 AND used_at IS NULL AND expires_at > $2`;

/**
 * Uses a code up. If the function is called several times for the same code, only one call returns true. After the code has
 * expired, every call returns false.
 */
export async function useCode(sql: Sql, codeHash: Uint8Array, at: number): Promise<boolean> {
  return (await sql.execute(use, [codeHash, at])) === 1;
}
