import { expect, it } from '@jest/globals';
import type { Database } from '@trading-platform/database';
import { describeDatabases } from '@trading-platform/database/testing';
import type { ImportKind } from '@trading-platform/domain-types';
import type { ListSource } from '../src/list/list-query.js';
import { linesOf } from '../src/testing/lines.js';
import { importRecords, removeRecords } from '../src/typeorm/import-records.js';
import { openOrderingPorts } from '../src/typeorm/open-ordering-ports.js';
import { orderingSchema } from '../src/typeorm/ordering-schema.js';
import { TypeOrmOrderList } from '../src/typeorm/repositories/typeorm-order-list.js';
import { TypeOrmOrderMasterList } from '../src/typeorm/repositories/typeorm-order-master-list.js';
import { TypeOrmPartnerList } from '../src/typeorm/repositories/typeorm-partner-list.js';
import { Random } from './random-market.js';
import { readPages } from './read-list.js';

/** A list, and the functions that add and remove one of its elements by an import. */
interface ChangingList {
  readonly title: string;
  readonly kind: ImportKind;
  readonly lineOf: (name: string) => object;
  readonly filters?: object;
  readonly open: (database: Database) => ListSource<object, unknown>;
  /** Returns the name of an element in the list. */
  readonly nameOf: (element: never) => string;
}

const lists: readonly ChangingList[] = [
  {
    title: 'order master',
    kind: 'master',
    lineOf: (name) => ({
      member_code: 'HEAD',
      member_code_partner: name < 'm' ? 'SELLER1' : 'SELLER2',
      catalog: [{ catalog_id: name, item_id: name }],
    }),
    open: (database) => new TypeOrmOrderMasterList(database),
    nameOf: (element: Uint8Array) => (JSON.parse(Buffer.from(element).toString()) as { item_id: string }).item_id,
  },
  {
    title: 'delivery place',
    kind: 'delivery-places',
    lineOf: (name) => ({ member_code: 'HEAD', delivery_place_id: name }),
    open: (database) => openOrderingPorts(database).deliveryPlaceList,
    nameOf: (element: { delivery_place_id: string }) => element.delivery_place_id,
  },
  {
    title: 'partner',
    kind: 'master',
    lineOf: (name) => ({ member_code: 'HEAD', member_code_partner: name, catalog: [{ item_id: 'I' }] }),
    open: (database) => new TypeOrmPartnerList(database),
    nameOf: (element: { member_code_partner: string }) => element.member_code_partner,
  },
  ...[{}, { status_code: ['10'] }].map((filters) => ({
    title: `order ${JSON.stringify(filters)}`,
    kind: 'trade' as const,
    lineOf: (name: string) => ({
      trade_id: name,
      member_code_self: 'HEAD',
      member_code_partner: name < 'm' ? 'SELLER1' : 'SELLER2',
      status_code: '10',
    }),
    filters,
    open: (database: Database) => new TypeOrmOrderList(database),
    nameOf: (element: { trade_id: string }) => element.trade_id,
  })),
];

const names = Array.from({ length: 26 * 2 }, (_, index) => `${String.fromCharCode(97 + (index % 26))}${index}`);
const members = ['HEAD', ...names, 'SELLER1', 'SELLER2'].map((member_code) => ({ member_code }));

export function describePaging(rounds: number, timeoutMs?: number): void {
  describeDatabases(`paging ${rounds} times through lists that change between the pages`, [orderingSchema], (open) => {
    it.each(lists)(
      '$title: each element that stayed is there once, in order',
      async ({ kind, lineOf, filters, open: openList, nameOf }) => {
        const random = new Random(20_261_122);
        const database = await open();
        await importRecords('members', database, linesOf(members));
        const list = openList(database);
        const add = (some: readonly string[]) => importRecords(kind, database, linesOf(some.map(lineOf)));
        const remove = (some: readonly string[]) => removeRecords(kind, database, linesOf(some.map(lineOf)));
        for (let round = 0; round < rounds; round++) {
          const first = random.some(names);
          await remove(names);
          await add(first);
          let there = new Set(first);
          const stayed = new Set(first);
          const limit = String(1 + random.below(5));
          const pages = await readPages(list, { ...filters, limit }, { between: change });
          const seen = pages.flat().map((element) => nameOf(element as never));
          const expected = [...stayed].toSorted();
          expect(seen.filter((name) => stayed.has(name))).toEqual(expected);
          expect(seen).toEqual([...new Set(seen)].toSorted());

          async function change(): Promise<void> {
            const [gone, come] = [random.some([...there]).slice(0, 3), random.some(names).slice(0, 3)];
            await remove(gone);
            await add(come);
            for (const name of gone) stayed.delete(name);
            there = new Set([...there].filter((name) => !gone.includes(name)).concat(come));
          }
        }
      },
      timeoutMs,
    );
  });
}
