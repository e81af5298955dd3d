import { type Database, openDatabase } from '@trading-platform/database';
import type { TestDatabase } from '@trading-platform/database/testing';
import { parseJapanTime } from '../src/delivery/japan-time.js';
import type { OrderToTake, TakenOrder } from '../src/order/order-store.js';
import { slipViews } from '../src/order/slip-views.js';
import { linesOf } from '../src/testing/lines.js';
import { importRecords } from '../src/typeorm/import-records.js';
import { orderingSchema } from '../src/typeorm/ordering-schema.js';
import { TypeOrmOrderStore } from '../src/typeorm/repositories/typeorm-order-store.js';
import { patient } from './held-up.js';
import { sentAt } from './order-builders.js';
import { nth, ordersOf, ordersToTake } from './order-market.js';

const racers = 16;
const connectionCount = 4;
const ordersPerRound = 5;
const sendingAt = parseJapanTime('2026-11-18 12:34:56') ?? sentAt;

/** The result of one round of the race. */
interface Outcome {
  /** For each upload number, the number of slips in the database. The results that the racers got do not matter. */
  readonly slipsOfNumbers: readonly number[];
  /** The total number of orders that were accepted from all racers. */
  readonly taken: number;
  /** The number of slips that each racer changed, in descending order. */
  readonly changed: readonly number[];
  /** The version of each slip, and the number of its views. */
  readonly stored: readonly { readonly version: number; readonly views: number }[];
}

/** The required result. Each racer sends all slips in one transaction, so if a racer changes one slip, it changes all of them. */
export const oneOfEach: Outcome = {
  slipsOfNumbers: times(ordersPerRound, () => 1),
  taken: ordersPerRound,
  changed: times(racers, (racer) => (racer === 0 ? ordersPerRound : 0)),
  stored: times(ordersPerRound, () => ({ version: 2, views: 2 })),
};

/**
 * Several connections ("racers") upload the same planned orders. After the upload, all connections try to send the orders, or to
 * change them by an import.
 */
export async function raceForOrders(database: TestDatabase, rounds: number): Promise<readonly Outcome[]> {
  const { address } = database;
  const opening = times(connectionCount, () => openDatabase({ address, schemas: [orderingSchema], ...patient }));
  const connections = await Promise.all(opening);
  try {
    const outcomes: Outcome[] = [];
    for (let round = 0; round < rounds; round++) {
      // Rounds follow each other.
      // oxlint-disable-next-line no-await-in-loop
      outcomes.push(await raceOnce(connections, round));
    }
    return outcomes;
  } finally {
    await Promise.all(connections.map((connection) => connection.close()));
  }
}

async function raceOnce(connections: readonly Database[], round: number): Promise<Outcome> {
  const uploadNos = times(ordersPerRound, (index) => `r${round}-${index}`);
  const orders = await ordersToTake(nth(connections, 0), ordersOf(uploadNos, { send_flg: '0' }));
  const racing = times(racers, (racer) => nth(connections, racer % connections.length));
  const answers = await Promise.all(racing.map((connection, racer) => takeInTurn(connection, orders, racer)));
  const idsOfNumbers = uploadNos.map((_, place) => new Set(answers.map((ofRacer) => idOf(nth(ofRacer, place)))));
  const tradeIds = idsOfNumbers.map(([id = '']) => id);
  const changes = racing.map((connection, racer) =>
    racer % 4 === 3 ? importChanges(connection, orders, tradeIds, racer) : sendAll(connection, tradeIds),
  );
  const changed = await Promise.all(changes);
  return {
    slipsOfNumbers: idsOfNumbers.map(({ size }) => size),
    taken: answers.flat().filter((answer) => 'taken' in answer).length,
    changed: changed.toSorted((one, other) => other - one),
    stored: await Promise.all(tradeIds.map((tradeId) => storedSlip(nth(connections, 0), tradeId))),
  };
}

/** Every second racer stores the orders in reverse order. The results are returned in the original order. */
async function takeInTurn(
  connection: Database,
  orders: readonly OrderToTake[],
  racer: number,
): Promise<readonly TakenOrder[]> {
  const store = new TypeOrmOrderStore(connection);
  return racer % 2 === 0 ? store.take(orders) : (await store.take(orders.toReversed())).toReversed();
}

function idOf(answer: TakenOrder): string {
  if ('refused' in answer) throw new Error(`Refused: ${answer.refused.join()}`);
  return 'taken' in answer ? answer.taken.tradeId : answer.bound.slip.tradeId;
}

async function sendAll(connection: Database, tradeIds: readonly string[]): Promise<number> {
  const slips = tradeIds.map((tradeId) => ({ tradeId, version: 1 }));
  const sent = await new TypeOrmOrderStore(connection).send(slips, sendingAt);
  return 'versions' in sent ? sent.versions.size : 0;
}

/** Imports the sellers' views with other texts. The imported lines name the first version of the slips. */
async function importChanges(
  connection: Database,
  orders: readonly OrderToTake[],
  tradeIds: readonly string[],
  racer: number,
): Promise<number> {
  const lines = orders.map(({ accepted }, place) => ({
    ...slipViews(accepted, { tradeId: nth(tradeIds, place), checkNumber: '' }).seller,
    trade_comment: `of racer ${racer}`,
    version: '1',
  }));
  return (await importRecords('trade', connection, linesOf(lines))).changed;
}

async function storedSlip(database: Database, tradeId: string) {
  const [slip] = await database.query<{ readonly version: number; readonly views: number }>(
    'SELECT MAX(version) AS version, COUNT(*) AS views FROM slip WHERE trade_id = $1',
    [tradeId],
  );
  return slip ?? { version: 0, views: 0 };
}

function times<Value>(count: number, make: (index: number) => Value): Value[] {
  return Array.from({ length: count }, (_, index) => make(index));
}
