import { expect, it } from '@jest/globals';
import { openDatabase } from '@trading-platform/database';
import { PostgresPair, SilentLine } from '@trading-platform/database/testing';
import type { ApiCaller } from '../src/api-caller.js';
import { FailoverLoad, type Tokens } from '../src/failover-load.js';
import { downloadSlips, loadOrderMarket, orderMembers } from '../src/order-market.js';
import { Platform } from '../src/platform.js';

interface Slip {
  readonly trade_id: string;
}

/**
 * How the primary is lost: its connections are closed, as after a kill, or it stops answering, as when its machine
 * disappears.
 */
export type Loss = 'killed' | 'silent';

/**
 * Removes the primary PostgreSQL server while calls of many kinds are running, and promotes its standby. The services
 * must find the new primary by themselves. The services must not lose anything that they have acknowledged.
 *
 * @param tell called for each round with the milliseconds from the kill until calls of all four kinds were acknowledged
 * again
 */
export function itSurvivesFailovers(
  { rounds, loss }: { readonly rounds: number; readonly loss: Loss },
  timeoutMs?: number,
  tell: (ms: number) => void = () => undefined,
): void {
  it(
    `loses nothing acknowledged in ${rounds} failovers with a primary that is ${loss}`,
    async () => {
      const pair = await PostgresPair.start(['auth', 'ordering']);
      const lines = await linesTo(pair);
      const platform = await Platform.start({ database: 'sqlite', settings: settingsOf(pair, lines) });
      let load: FailoverLoad | undefined;
      try {
        await loadOrderMarket(platform);
        const buyer = await platform.caller(orderMembers.buyer);
        load = new FailoverLoad(buyer, await signIn(buyer));
        for (let round = 0; round < rounds; round++) {
          await load.allSince(performance.now());
          const killed = performance.now();
          const line = lines[pair.primaryPlace];
          if (loss === 'silent') line?.fallSilent();
          await pair.failOver();
          await load.allSince(performance.now());
          tell(performance.now() - killed);
          await pair.restoreStandby();
          if (loss === 'silent') line?.speakAgain();
        }
        await load.stop();
        await expectAll(load, buyer, await platform.caller(orderMembers.seller));
        expect(await viewsIn(pair)).toBe(2 * load.tradeIds.size);
      } catch (error) {
        if (error instanceof Error) error.message += `\n\n${platform.logTail()}`;
        throw error;
      } finally {
        load?.abandon();
        await platform.stop();
        for (const line of lines) await line.end();
        await pair.end();
      }
    },
    timeoutMs,
  );
}

/** A connection to each server, in the order of the addresses. */
function linesTo(pair: PostgresPair): Promise<readonly SilentLine[]> {
  return Promise.all(hostsOf(pair.addressOf('auth')).map((host) => SilentLine.to(`postgres://${host}`)));
}

function hostsOf(address: string): readonly string[] {
  return /@([^/]*)\//.exec(address)?.[1]?.split(',') ?? [];
}

function settingsOf(pair: PostgresPair, lines: readonly SilentLine[]): Readonly<Record<string, string>> {
  const through = (address: string) => address.replace(/@[^/]*/, `@${lines.map(({ host }) => host).join(',')}`);
  return {
    AUTH_DATABASE_URL: through(pair.addressOf('auth')),
    ORDERING_DATABASE_URL: through(pair.addressOf('ordering')),
    BATCH_LEASE_SECONDS: '5',
    BATCHES_PER_CLIENT: '1000000',
  };
}

async function signIn({ addresses, credentials }: ApiCaller): Promise<Tokens> {
  const { userId, password, clientId, clientSecret } = credentials;
  const body = { user_id: userId, user_password: password, client_id: clientId, client_secret: clientSecret };
  const url = `${addresses.authUrl}/api/credentials/access_token`;
  return (await (await fetch(url, { method: 'POST', body: new URLSearchParams(body) })).json()) as Tokens;
}

/** Expects that every acknowledged result exists exactly once. */
async function expectAll(load: FailoverLoad, buyer: ApiCaller, seller: ApiCaller): Promise<void> {
  for (const batchId of load.batchIds) {
    expect({ batchId, ...(await buyer.waitForEnd('/master/download/buy', batchId)) }).toMatchObject({ flag: '3' });
  }
  const taken = [...load.tradeIds.values()].toSorted();
  expect(new Set(taken).size).toBe(taken.length);
  for (const side of [buyer, seller]) expect(await idsOf(side)).toEqual(taken);
  expect([...load.marked].filter((id) => !taken.includes(id))).toEqual([]);
  const answer = await fetch(`${buyer.addresses.apiUrl}/ordApi/order/batches`, {
    headers: { Authorization: `Bearer ${load.tokens.access_token}` },
  });
  expect(answer.status).toBe(200);
}

/**
 * Returns the number of slip views in the pair of servers. The number proves that the services used this pair and no
 * other server.
 */
async function viewsIn(pair: PostgresPair): Promise<number> {
  const database = await openDatabase({ address: pair.addressOf('ordering'), schemas: [] });
  try {
    const [row] = await database.query<{ count: number }>('SELECT COUNT(*) AS count FROM slip');
    return row?.count ?? 0;
  } finally {
    await database.close();
  }
}

async function idsOf(caller: ApiCaller): Promise<readonly string[]> {
  return (await downloadSlips<Slip>(caller)).map(({ trade_id }) => trade_id).toSorted();
}
