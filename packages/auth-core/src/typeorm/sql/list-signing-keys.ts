import { type Sql, tableOf } from '@trading-platform/database';
import { SigningKeyEntity } from '../entities/signing-key.entity.js';

const keys = tableOf(SigningKeyEntity);
const list = `SELECT ${keys.columns} FROM ${keys.name} ORDER BY created_at DESC, key_id`;

/** Every page of the revocation feed contains the withdrawn keys, so the keys are read often. */
export async function listSigningKeys(sql: Sql): Promise<SigningKeyEntity[]> {
  const rows = await sql.query<object>(list);
  return rows.map(keys.read);
}
