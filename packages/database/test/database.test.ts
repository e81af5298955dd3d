import { expect, it } from '@jest/globals';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Schema } from '../src/index.js';
import { describeDatabases } from '../src/testing/index.js';

class CreateNotes1700000000000 implements MigrationInterface {
  readonly name = 'CreateNotes1700000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE note (id BIGINT PRIMARY KEY, text TEXT NOT NULL, body BYTEA)');
  }

  async down(): Promise<void> {
    throw new Error('Not used');
  }
}

const schema: Schema = {
  entities: [],
  migrations: { sqlite: [CreateNotes1700000000000], postgres: [CreateNotes1700000000000] },
};

describeDatabases('database', [schema], (open) => {
  it('starts', async () => {
    const database = await open();
    expect(await database.query('SELECT * FROM note')).toEqual([]);
    expect(await database.pendingMigrations()).toEqual([]);
  });
  it('again', async () => {
    const database = await open();
    await database.execute('INSERT INTO note (id, text) VALUES ($1, $2)', [Date.now(), 'x']);
    expect(await database.query('SELECT text FROM note')).toEqual([{ text: 'x' }]);
  });
});
