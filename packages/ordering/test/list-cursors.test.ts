import { beforeAll, expect, it } from '@jest/globals';
import { describeDatabases, type TestDatabase } from '@trading-platform/database/testing';
import fc from 'fast-check';
import { greatestPlace, type ListPosition, placeKey, writeCursor } from '../src/list/list-cursor.js';
import { type ListSource, listQuery } from '../src/list/list-query.js';
import { openOrderingPorts } from '../src/typeorm/open-ordering-ports.js';
import { orderingSchema } from '../src/typeorm/ordering-schema.js';
import { fillMarket } from './order-market.js';

const buyer = '10000001';

type AnyList = ListSource<never, unknown>;

function queryBehind(list: AnyList, position: unknown) {
  const scope = { list: list.name, memberCode: buyer, filters: {} };
  return listQuery(list, { cursor: writeCursor(scope, position as ListPosition) }, buyer);
}

const texts = fc.string({ unit: 'binary', maxLength: 8 }).map((text) => text.toWellFormed().replaceAll('\u0000', ''));
const places = fc.oneof(fc.nat(), fc.constantFrom(0, greatestPlace)).map(String);

describeDatabases('a cursor that somebody made up with a right checksum', [orderingSchema], (open) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await open(fillMarket);
  });

  it.each([
    ['partner', 'partnerList'],
    ['ordermaster', 'orderMasterList'],
    ['deliveryplace', 'deliveryPlaceList'],
    ['order', 'orderList'],
  ] as const)('is refused by the %s list, or read behind whatever it names', async (name, port) => {
    const list: AnyList = openOrderingPorts(database)[port];
    expect(list.name).toBe(name);
    const good = list.keys.map((isKey) => (isKey === placeKey ? '1' : 'x'));
    expect(queryBehind(list, good)?.after).toEqual(good);
    const wrong = [
      [],
      good.slice(1),
      [...good, '1'],
      ...good.flatMap((_, at) => withWrongKeyAt(good, at)),
      'x',
      {},
      null,
    ];
    for (const position of wrong) expect([position, queryBehind(list, position)]).toEqual([position, undefined]);

    const positions = fc.tuple(...list.keys.map((isKey) => (isKey === placeKey ? places : texts)));
    const property = fc.asyncProperty(positions, async (position) => {
      const page = await list.read(queryBehind(list, position) as never);
      expect(page.goesOnBehind).toBeUndefined();
    });
    await fc.assert(property, { numRuns: 50 });
  });
});

function withWrongKeyAt(position: readonly string[], at: number): readonly unknown[] {
  return [1, null, ['x'], { x: 1 }, 'a\u0000b'].map((wrong) => position.with(at, wrong as string));
}
