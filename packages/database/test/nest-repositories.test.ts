import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import type { Repository } from 'typeorm';
import { Database } from '../src/index.js';
import { getRepositoryToken, InjectRepository, provideRepositories } from '../src/nest/index.js';
import { describeDatabases } from '../src/testing/index.js';
import { Event, Price, shopSchema } from './shop-schema.js';

@Injectable()
class PriceStore {
  constructor(
    private readonly database: Database,
    @InjectRepository(Price) private readonly prices: Repository<Price>,
  ) {}

  list(): Promise<Price[]> {
    return this.prices.find();
  }

  add(price: Price, meanwhile: () => Promise<void>): Promise<void> {
    return this.database.transaction(async ({ manager }) => {
      await manager.withRepository(this.prices).insert(price);
      await meanwhile();
    });
  }
}

describeDatabases('repositories in Nest', [shopSchema], (open) => {
  let module: TestingModule;
  let store: PriceStore;
  beforeAll(async () => {
    const database = await open();
    module = await Test.createTestingModule({
      providers: [
        { provide: Database, useValue: database },
        ...provideRepositories(Database, [Price, Event]),
        PriceStore,
      ],
    }).compile();
    store = module.get(PriceStore);
  });
  afterAll(() => module.close());

  it('gives each entity its own', () => {
    const repositories = [Price, Event].map((entity) => module.get<Repository<object>>(getRepositoryToken(entity)));
    expect(repositories.map(({ target }) => target)).toEqual([Price, Event]);
  });

  it('reads what is committed, and writes in the transaction that it is passed to', async () => {
    const price = { scope: 'A', lineNo: 1, value: '12.50' };
    await store.add(price, async () => expect(await store.list()).toEqual([]));
    expect(await store.list()).toEqual([price]);
    const failure = new Error('no');
    await expect(store.add({ ...price, lineNo: 2 }, () => Promise.reject(failure))).rejects.toBe(failure);
    expect(await store.list()).toEqual([price]);
  });
});
