import { expect, it } from '@jest/globals';
import { type Database, openDatabase, tableOf } from '../src/index.js';
import { describeDatabases, describeSchema, type TestDatabase } from '../src/testing/index.js';
import { Article, anArticle, Event, Price, pieceOfPostgres, shopSchema } from './shop-schema.js';

describeSchema('a shop', shopSchema, { article: { state: 'new' } });

const articles = tableOf(Article);

async function stored(database: Pick<Database, 'query'>): Promise<Article[]> {
  const rows = await database.query<object>(`SELECT ${articles.columns} FROM article ORDER BY id`);
  return rows.map(articles.read);
}

it('a table has everything that statements need', () => {
  const prices = tableOf(Price);
  expect(prices).toMatchObject({ name: 'price', columns: 'scope, line_no, amount' });
  expect(prices.columnsOf('p')).toBe('p.scope, p.line_no, p.amount');
  expect(prices.insertInto(2)).toBe('INSERT INTO price (scope, line_no, amount) VALUES ($1, $2, $3), ($4, $5, $6)');
  expect(prices.values({ scope: 'A', lineNo: 1, value: null })).toEqual(['A', 1, null]);
  expect(prices.read({ amount: '3', line_no: 2, scope: 'B' })).toEqual({ scope: 'B', lineNo: 2, value: '3' });
  expect(prices.without('scope').read({ amount: '3', line_no: 2 })).toEqual({ lineNo: 2, value: '3' });
  expect(prices.only('value', 'scope').columnNames).toEqual(['scope', 'amount']);
  expect(tableOf(pieceOfPostgres)).toMatchObject({ name: 'piece', columns: 'id, data' });
});

it('a table belongs to an entity', () => {
  expect(() => tableOf(Date)).toThrow('Date is no entity');
});

describeDatabases('entities', [shopSchema], (open, dialect) => {
  it('and statements see each other in a unit of work, and nobody else sees them before its end', async () => {
    const database = await open();
    await database.transaction(async (transaction) => {
      await transaction.manager.insert(Article, anArticle());
      await transaction.execute(articles.insertInto(), articles.values(anArticle({ id: 2, barCode: '50' })));
      const both = [anArticle(), anArticle({ id: 2, barCode: '50' })];
      expect(await stored(transaction)).toEqual(both);
      expect(await transaction.manager.find(Article, { order: { id: 'ASC' } })).toEqual(both);
      expect(await database.manager.find(Article)).toEqual([]);
      expect(await stored(database)).toEqual([]);
    });
    expect(await database.manager.count(Article)).toBe(2);
  });

  it('and statements are rolled back together', async () => {
    const database = await open();
    const failing = database.transaction(async (transaction) => {
      await transaction.manager.insert(Article, anArticle());
      await transaction.execute('INSERT INTO price (scope, line_no) VALUES ($1, $2)', ['A', 1]);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect([await database.manager.count(Article), await database.manager.count(Price)]).toEqual([0, 0]);
  });

  it('report how many rows a change has matched, and the number that the database has given', async () => {
    const database = await open();
    await database.transaction(async ({ manager }) => {
      await manager.insert(Article, anArticle());
      expect((await manager.update(Article, { id: 1, state: 'new' }, { state: 'sold' })).affected).toBe(1);
      expect((await manager.update(Article, { id: 1, state: 'new' }, { state: 'sold' })).affected).toBe(0);
      expect((await manager.delete(Article, { id: 2 })).affected).toBe(0);
      const { identifiers } = await manager.insert(Event, { happenedAt: 5 });
      expect(identifiers).toEqual([{ id: 1 }]);
    });
  });

  it('may be saved, and changed in a transaction inside of the unit', async () => {
    const database = await open();
    await database.transaction(async ({ manager }) => {
      await manager.save(Article, anArticle());
      const failing = manager.transaction(async (inner) => {
        await inner.delete(Article, { id: 1 });
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      await manager.transaction((inner) => inner.update(Article, { id: 1 }, { name: 'inside' }));
    });
    expect(await database.manager.find(Article)).toEqual([anArticle({ name: 'inside' })]);
  });

  it('survive a unit that fails in a statement, in the next unit of the same connection', async () => {
    const { address } = await open();
    const database = await openDatabase({ address, schemas: [shopSchema], poolSize: 1 });
    for (let unit = 0; unit < 3; unit++) {
      const failing = database.transaction(async ({ manager }) => {
        await manager.insert(Article, anArticle());
        await manager.insert(Article, anArticle());
      });
      await expect(failing).rejects.toThrow(/unique/i);
    }
    await database.transaction(({ manager }) => manager.insert(Article, anArticle()));
    expect(await database.manager.count(Article)).toBe(1);
    await database.close();
  });

  it('belong to their own unit if several units share a commit', async () => {
    const { address } = await open();
    const database = await openDatabase({ address, schemas: [shopSchema], unitsPerCommit: 8 });
    const results = await Promise.allSettled(
      [1, 2, 2, 3].map((id) =>
        database.transaction(({ manager }) => manager.insert(Article, anArticle({ id, barCode: `${id}` }))),
      ),
    );
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
    expect(await database.manager.countBy(Article, { state: 'new' })).toBe(3);
    await database.close();
  });

  if (dialect === 'sqlite') {
    it('are not written outside of a unit of work', async () => {
      const database: TestDatabase = await open();
      await expect(database.manager.insert(Article, anArticle())).rejects.toThrow(/readonly/);
    });
  }
});
