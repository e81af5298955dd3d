import type { Client } from '../client/client.js';
import type { GrantContext } from './grant-context.js';

/**
 * Returns the present client if a new generation has begun since the client was read, for example because an operator
 * has withdrawn a right. A change that was refused for the former generation can then be tried again. Returns undefined
 * if the generation is still the same, or if the client is disabled or deleted.
 */
export async function findNewerClient(context: GrantContext, read: Client): Promise<Client | undefined> {
  const client = await context.clients.find(read.clientId);
  const isNewer = client?.disabledAt === undefined && client?.generation !== read.generation;
  return isNewer ? client : undefined;
}

/**
 * Tries an exchange. If it fails because a new generation of the client has begun, tries once more with the newer
 * client, so that the grant begins with the remaining rights.
 */
export async function winWithNewerClient<Tokens>(
  context: GrantContext,
  client: Client,
  tryToWin: (client: Client) => Promise<Tokens | undefined>,
): Promise<Tokens | undefined> {
  const tokens = await tryToWin(client);
  if (tokens !== undefined) return tokens;
  const newer = await findNewerClient(context, client);
  return newer && tryToWin(newer);
}
