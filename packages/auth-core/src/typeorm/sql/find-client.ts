import { type Sql, tableOf } from '@trading-platform/database';
import { ClientEntity } from '../entities/client.entity.js';

const clients = tableOf(ClientEntity);
const find = `SELECT ${clients.columns} FROM ${clients.name} WHERE client_id = $1`;

/** Finds a client. Every request of a client begins with this statement. */
export async function findClient(sql: Sql, clientId: string): Promise<ClientEntity | undefined> {
  const [row] = await sql.query<object>(find, [clientId]);
  return row === undefined ? undefined : clients.read(row);
}
