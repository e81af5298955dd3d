import { expect, it } from '@jest/globals';
import { type Database, openDatabase } from '@trading-platform/database';
import { describeDatabases, type TestDatabase } from '@trading-platform/database/testing';
import { parseJapanTime } from '../src/delivery/japan-time.js';
import { memberActor } from '../src/history/slip-change.js';
import { linesOf } from '../src/testing/lines.js';
import type { UpdateToMake } from '../src/trade-update/trade-update-store.js';
import { SlipArchive } from '../src/typeorm/archive/slip-archive.js';
import { importRecords } from '../src/typeorm/import-records.js';
import { orderingSchema } from '../src/typeorm/ordering-schema.js';
import { TypeOrmOrderStore } from '../src/typeorm/repositories/typeorm-order-store.js';
import { TypeOrmTradeUpdateStore } from '../src/typeorm/repositories/typeorm-trade-update-store.js';
import { patient } from './held-up.js';
import { sentAt } from './order-builders.js';
import { fillMarket, nth } from './order-market.js';
import { changesToMake, seller, takeOrders, updatedAt } from './update-market.js';

const racers = 16;
const connectionCount = 4;
const sendingAt = parseJapanTime('2026-11-18 12:34:56') ?? sentAt;

/** The change that one racer makes to the slip. All racers have read the slip in version 1. */
type Racer = (connection: Database, slip: RacedSlip, name: string) => Promise<boolean>;

interface RacedSlip {
  readonly tradeId: string;
  /** The rendered update of each racer. */
  readonly updates: ReadonlyMap<string, UpdateToMake>;
}

const update: Racer = async (connection, { updates }, name) => {
  const caller = { memberCode: seller, by: memberActor(seller), at: updatedAt };
  const answers = await new TypeOrmTradeUpdateStore(connection).make([updates.get(name)!], caller);
  return answers.some((answer) => 'updated' in answer);
};

const generate: Racer = async (connection, { tradeId }) => {
  return 'versions' in (await new TypeOrmOrderStore(connection).send([{ tradeId, version: 1 }], sendingAt));
};

const importView: Racer = async (connection, { tradeId }, name) => {
  const line = { trade_id: tradeId, member_code_self: seller, member_code_partner: '10000001', status_code: '40' };
  const lines = linesOf([{ ...line, trade_comment: name, version: '1' }]);
  return (await importRecords('trade', connection, lines)).changed === 1;
};

/** An archive removes a slip only if nobody has changed it since it was read. */
const archive: Racer = async (connection, { tradeId }) => {
  const old = new SlipArchive(connection, '2027-12-31');
  for await (const page of old.pages()) {
    const units = page.filter(({ key, lines }) => key === tradeId && namesFirstVersion(lines[0]?.[0]));
    if ((await old.remove(units)).removed === 1) return true;
  }
  return false;
};

function namesFirstVersion(line: Buffer | undefined): boolean {
  return line !== undefined && (JSON.parse(line.toString()) as { version: string }).version === '1';
}

const others: readonly Racer[] = [generate, importView, archive];

/** The state of the slip after a round. */
interface RoundOutcome {
  readonly winners: number;
  /** The versions of the views. After a removal there is none. */
  readonly versions: readonly number[];
  /** The number of update numbers that are bound to the slip, minus the number of updates that won. */
  readonly numbersTooMany: number;
  /** Whether both views have the comment of the update that won, if an update won. */
  readonly isWhole: boolean;
}

/** Tests slips that are changed by many processes at once, on both kinds of database. */
export function describeUpdateRace(rounds: number, timeoutMs?: number): void {
  describeDatabases(`a slip that many change at once, ${rounds} rounds`, [orderingSchema], (open) => {
    it(
      'is changed by one of them, as a whole, and nobody overwrites it',
      async () => {
        const database = await open(fillMarket);
        for (const { versions, ...outcome } of await raceForSlips(database, rounds)) {
          expect(outcome).toEqual({ winners: 1, numbersTooMany: 0, isWhole: true });
          expect(Math.max(2, ...versions)).toBe(2);
        }
      },
      timeoutMs,
    );
  });
}

/**
 * In each round, several connections ("racers") read the same version of one slip and then change it: most by an
 * update, others by generation, an import or an archive.
 */
async function raceForSlips(database: TestDatabase, rounds: number): Promise<readonly RoundOutcome[]> {
  const { address } = database;
  const opening = times(connectionCount, () => openDatabase({ address, schemas: [orderingSchema], ...patient }));
  const connections = await Promise.all(opening);
  try {
    const outcomes: RoundOutcome[] = [];
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

async function raceOnce(connections: readonly Database[], round: number): Promise<RoundOutcome> {
  const main = nth(connections, 0);
  const { tradeId } = nth(await takeOrders(main, [`r${round}`], { send_flg: round % 2 === 0 ? '0' : '1' }), 0);
  const names = times(racers, (racer) => `racer ${racer} of round ${round}`);
  const changes = names.map((name) => ({ updateNo: name, tradeId, fields: { trade_comment: name } }));
  const rendered = await changesToMake(new TypeOrmTradeUpdateStore(main), changes);
  const raced: RacedSlip = { tradeId, updates: new Map(names.map((name, racer) => [name, nth(rendered, racer)])) };
  const racing = names.map((name, racer) => {
    const act = racer % 4 === 3 ? nth(others, (round + racer) % others.length) : update;
    return act(nth(connections, racer % connections.length), raced, name).then((won) => ({ won, name, act }));
  });
  const won = (await Promise.all(racing)).filter((each) => each.won);
  const views = await storedViews(main, tradeId);
  const [bound] = await main.query<{ count: number }>(
    'SELECT COUNT(*) AS count FROM update_number WHERE trade_id = $1',
    [tradeId],
  );
  const updated = won.filter(({ act }) => act === update);
  return {
    winners: won.length,
    versions: views.map(({ version }) => version),
    numbersTooMany: (bound?.count ?? 0) - updated.length,
    isWhole: updated.every(({ name }) => views.every(({ comment }) => comment === name)),
  };
}

async function storedViews(database: Database, tradeId: string) {
  const reading = await new TypeOrmTradeUpdateStore(database).read(seller, [tradeId], new AbortController().signal);
  try {
    const head = reading.heads.get(tradeId);
    if (head === undefined) return [];
    const records = (await reading.readViews([head])).get(tradeId)!;
    return head.views.map(({ version }, place) => ({ version, comment: records[place]?.trade_comment }));
  } finally {
    await reading.close();
  }
}

function times<Value>(count: number, make: (index: number) => Value): Value[] {
  return Array.from({ length: count }, (_, index) => make(index));
}
