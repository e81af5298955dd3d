import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { type Database, openDatabase } from '@trading-platform/database';
import { describeDatabases, type TestDatabase } from '@trading-platform/database/testing';
import { importLines } from '../src/import/import-lines.js';
import { deliveryPlaceFormat } from '../src/member/delivery-place-format.js';
import { linesOf } from '../src/testing/lines.js';
import { importRecords } from '../src/typeorm/import-records.js';
import { orderingSchema } from '../src/typeorm/ordering-schema.js';
import { TypeOrmDeliveryPlaceStore } from '../src/typeorm/repositories/typeorm-delivery-place-store.js';
import { areRelated } from './are-related.js';
import { heldUp, patient } from './held-up.js';
import { load } from './order-market.js';

const members = ['BUYER', 'SELLER', 'DEPOT'].map((member_code) => ({ member_code }));

const place = (delivery_place_id: string) => ({ member_code: 'BUYER', delivery_place_id });
const product = (item_id: string) => ({ member_code: 'BUYER', member_code_partner: 'SELLER', buy: [{ item_id }] });
const slip = (member_code_partner: string, trade_id = 'T1') => ({
  trade_id,
  member_code_self: 'BUYER',
  member_code_partner,
  status_code: '40',
});

/** Files of more than one chunk. */
const longFiles = {
  master: Array.from({ length: 600 }, (_, index) => product(`I${index}`)),
  trade: Array.from({ length: 2_100 }, (_, index) => slip('SELLER', `T${index}`)),
} as const;
const shortFiles = { master: [product('OTHER')], trade: [slip('SELLER', 'OTHER')] } as const;

const waits = (work: Promise<unknown>) => Promise.race([work.then(() => false), sleep(500, true)]);

describeDatabases('loads side by side', [orderingSchema], (open, dialect) => {
  let database: TestDatabase;
  let other: Database;

  beforeEach(async () => {
    database = await open();
    await load(database, 'members', members);
    other = await openDatabase({ address: database.address, schemas: [orderingSchema], ...patient });
  });

  afterEach(() => other.close());

  /** Starts an import in one transaction. The import has saved its first lines, and waits before its last line. */
  async function longFileUnderWay(kind: keyof typeof longFiles) {
    const [saved, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const lines = longFiles[kind];
    const options = { atomic: true, onProgress: () => saved.resolve() };
    const loading = importRecords(kind, database, heldUp(lines, released.promise), options);
    await saved.promise;
    return async () => {
      released.resolve();
      expect(await loading).toMatchObject({ added: lines.length, applied: true });
    };
  }

  /** Starts an import of delivery places. The import has saved its only chunk, and waits before it commits. */
  async function placesUnderWay(...lines: readonly object[]) {
    const [saved, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const store = new TypeOrmDeliveryPlaceStore(database);
    const waiting: Pick<typeof store, 'transaction'> = {
      transaction: (work) =>
        store.transaction(async (save) => {
          const answer = await work(save);
          saved.resolve();
          await released.promise;
          return answer;
        }),
    };
    const loading = importLines(linesOf(lines), deliveryPlaceFormat, waiting);
    await saved.promise;
    return async () => {
      released.resolve();
      expect(await loading).toMatchObject({ added: lines.length });
    };
  }

  it('of delivery places count what the one before has added', async () => {
    const finish = await placesUnderWay(place('P1'), place('P2'));
    const second = importRecords('delivery-places', other, linesOf([place('P2'), place('P3')]));
    expect(await waits(second)).toBe(true);
    await finish();
    expect(await second).toMatchObject({ added: 1, unchanged: 1 });
  });

  it('that name the same members wait for each other only where the database writes one by one', async () => {
    const finish = await placesUnderWay(place('P1'), place('P2'));
    const price = { fc_owner_member_code: 'BUYER', method: 'fixed', value: '100' };
    const second = importRecords('fc-prices', other, linesOf([price]));
    const isWaiting = dialect === 'sqlite' ? await waits(second) : (await second).added === 0;
    expect(isWaiting).toBe(dialect === 'sqlite');
    await finish();
    expect(await second).toMatchObject({ added: 1 });
  });

  it.each([
    ['master', 'trade'],
    ['trade', 'master'],
  ] as const)('of %s and %s with the same pair wait only if the database writes one by one', async (first, later) => {
    const finish = await longFileUnderWay(first);
    const second = importRecords(later, other, linesOf(shortFiles[later]));
    const isWaiting = dialect === 'sqlite' ? await waits(second) : (await second).added === 0;
    expect(isWaiting).toBe(dialect === 'sqlite');
    await finish();
    expect(await second).toMatchObject({ added: 1 });
    expect(await areRelated(database, 'BUYER', 'SELLER')).toBe(true);
  });

  it('keep a pair that products name while its last slip goes to another partner', async () => {
    await load(other, 'trade', [slip('SELLER')]);
    const finish = await longFileUnderWay('master');
    const second = importRecords('trade', other, linesOf([slip('DEPOT')]));
    expect(await waits(second)).toBe(true);
    await finish();
    expect(await second).toMatchObject({ changed: 1 });
    expect(await areRelated(database, 'BUYER', 'SELLER')).toBe(true);
    expect(await areRelated(database, 'BUYER', 'DEPOT')).toBe(true);
  });
});
