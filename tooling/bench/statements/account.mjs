import { bytes, byteText, epochMilliseconds, flag, migrationWords, tableOf } from '@trading-platform/database';
import { EntitySchema } from 'typeorm';

/**
 * @typedef {object} Account
 * @property {string} accountId
 * @property {string} ownerCode
 * @property {string} name
 * @property {string[]} addresses
 * @property {boolean} open
 * @property {Uint8Array} hash
 * @property {number} version
 * @property {number} createdAt
 * @property {number | null} endedAt
 */

/** @type {EntitySchema<Account>} */
export const accountEntity = new EntitySchema({
  name: 'account',
  columns: {
    accountId: { ...byteText, primary: true },
    ownerCode: byteText,
    name: { type: 'text' },
    addresses: { type: 'simple-json' },
    open: flag,
    hash: bytes,
    version: { type: 'bigint' },
    createdAt: epochMilliseconds,
    endedAt: { ...epochMilliseconds, nullable: true },
  },
});

class CreateAccounts1700000000000 {
  name = 'CreateAccounts1700000000000';

  /** @param {import('typeorm').QueryRunner} runner */
  async up(runner) {
    const words = migrationWords(runner);
    await runner.query(`CREATE TABLE account (
      account_id ${words.text} NOT NULL PRIMARY KEY,
      owner_code ${words.text} NOT NULL,
      name TEXT NOT NULL,
      addresses TEXT NOT NULL,
      open INTEGER NOT NULL,
      hash ${words.bytes} NOT NULL,
      version BIGINT NOT NULL,
      created_at BIGINT NOT NULL,
      ended_at BIGINT
    )`);
  }

  async down() {
    throw new Error('Migrations only go forward');
  }
}

/** @type {import('@trading-platform/database').Schema} */
export const accountSchema = { entities: [accountEntity], migrations: [CreateAccounts1700000000000] };

const accounts = tableOf(accountEntity);
const find = `SELECT ${accounts.columns} FROM account WHERE account_id = $1`;
const insert = accounts.insertInto();
const update = 'UPDATE account SET version = version + 1 WHERE account_id = $1 AND open = $2';

/** By hand. */
export const byStatement = {
  /**
   * @param {import('@trading-platform/database').Sql} sql
   * @param {string} accountId
   */
  async find(sql, accountId) {
    const [row] = await sql.query(find, [accountId]);
    return row === undefined ? null : accounts.read(row);
  },

  /**
   * @param {import('@trading-platform/database').Transaction} transaction
   * @param {Account} account
   */
  async insert(transaction, account) {
    await transaction.execute(insert, accounts.values(account));
  },

  /**
   * @param {import('@trading-platform/database').Transaction} transaction
   * @param {string} accountId
   */
  async update(transaction, accountId) {
    return transaction.execute(update, [accountId, 1]);
  },
};

/** The same by TypeORM. */
export const byRepository = {
  /**
   * @param {Pick<import('@trading-platform/database').Transaction, 'manager'>} of
   * @param {string} accountId
   */
  find({ manager }, accountId) {
    return manager.findOneBy(accountEntity, { accountId });
  },

  /**
   * @param {import('@trading-platform/database').Transaction} transaction
   * @param {Account} account
   */
  async insert({ manager }, account) {
    await manager.insert(accountEntity, account);
  },

  /**
   * @param {import('@trading-platform/database').Transaction} transaction
   * @param {string} accountId
   */
  async update({ manager }, accountId) {
    const { affected } = await manager.update(
      accountEntity,
      { accountId, open: true },
      { version: () => 'version + 1' },
    );
    return affected ?? 0;
  },
};
