import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CliError } from '@trading-platform/terminal';
import { type RightName, rightNames } from '../contract/rights.js';
import { memberCodes } from '../market/index.js';
import { type Account, type OtherClient, type Role, roles } from '../probe/account.js';
import type { RunTpctl } from './operator.js';
import { writeMarket } from './write-market.js';

/** Each right is missing from the limited client or from the service account, so that every refusal can be judged. */
const fewRights: readonly RightName[] = ['list', 'batch'];
const redirectUri = 'https://conformance.example/callback';

/** The kit's market, loaded into a deployment, with accounts that exist only for this run. */
export interface PreparedMarket {
  readonly accounts: Readonly<Record<Role, Account>>;
  readonly otherClient: OtherClient;
  /** Has all rights that `limitedClient` lacks. */
  readonly serviceAccount: OtherClient;
  readonly limitedClient: OtherClient;
  /** Deletes the clients and users again. The market is not removed, because loading it again changes nothing. */
  readonly remove: () => Promise<void>;
}

/**
 * Loads the kit's market and creates clients and users for its members.
 *
 * @throws CliError `input` if a command fails or refuses a line
 */
export async function prepareMarket(tpctl: RunTpctl): Promise<PreparedMarket> {
  await loadMarket(tpctl);
  const client = await newClient(tpctl, 'Conformance kit', ['--device-flow']);
  const otherClient = await newClient(tpctl, 'Conformance kit, second client');
  const limitedClient = await newClient(tpctl, 'Conformance kit, limited client', ['--rights', fewRights.join(',')]);
  const others = rightNames.filter((name) => !fewRights.includes(name));
  const serviceAccount = await newClient(tpctl, 'Conformance kit, service account', [
    '--member-code',
    memberCodes.head,
    '--rights',
    others.join(','),
  ]);
  const clients = [client, otherClient, limitedClient, serviceAccount];
  const run = randomBytes(4).toString('hex');
  const accounts: Partial<Record<Role, Account>> = {};
  for (const role of roles) {
    const userId = `conformance-${run}-${role}`;
    const password = randomBytes(18).toString('base64url');
    await tpctl(['user', 'create', '--user-id', userId, '--member-code', memberCodes[role]], `${password}\n`);
    accounts[role] = { ...client, userId, password, redirectUri };
  }
  const remove = async () => {
    for (const { userId } of Object.values(accounts)) await tpctl(['user', 'delete', '--user-id', userId]);
    for (const { clientId } of clients) await tpctl(['client', 'delete', '--client-id', clientId]);
  };
  return { accounts: accounts as Record<Role, Account>, otherClient, serviceAccount, limitedClient, remove };
}

async function loadMarket(tpctl: RunTpctl): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-'));
  try {
    for (const { kind, path } of await writeMarket(folder)) {
      const { refused } = await tpctl(['import', kind, path]);
      if (refused !== 0) throw new CliError('input', `Lines of ${kind} were refused: ${String(refused)}`);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function newClient(tpctl: RunTpctl, name: string, options: readonly string[] = []): Promise<OtherClient> {
  const made = await tpctl(['client', 'create', '--name', name, '--redirect-uri', redirectUri, ...options]);
  return { clientId: String(made['client_id']), clientSecret: String(made['client_secret']) };
}
