import { existsSync } from 'node:fs';
import type { AuthAdministration, LeakedPasswords } from '@trading-platform/auth-core';
import { type Database, ensureMigrated, parseDatabaseAddress, withDatabase } from '@trading-platform/database';
import { readDatabaseSettings } from './env.js';

/** Runs `work` with the authentication server's functions for operators, on its migrated database. */
export async function withAuthAdministration<T>(work: (administration: AuthAdministration) => Promise<T>): Promise<T> {
  const { openAuthAdministration } = await import('@trading-platform/auth-core/typeorm');
  const { secretKey, formerSecretKey, leakedPasswords: path } = readDatabaseSettings();
  const leakedPasswords = path === undefined ? undefined : await leakedPasswordList(path);
  const options = { secretKey, formerSecretKey, leakedPasswords };
  return withAuthDatabase((database) => work(openAuthAdministration(database, options)));
}

async function leakedPasswordList(path: string): Promise<LeakedPasswords> {
  const { LeakedPasswordList } = await import('@trading-platform/auth-core');
  return new LeakedPasswordList(path);
}

/** Runs `work` with the migrated database of the authentication server. */
export async function withAuthDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const { authSchema } = await import('@trading-platform/auth-core/typeorm');
  const { authDatabase, migrateAtStart } = readDatabaseSettings();
  const options = { address: authDatabase, schemas: [authSchema], applicationName: 'tpctl' };
  return withDatabase(options, async (database) => {
    await ensureMigrated(database, 'auth', { migrate: migrateAtStart });
    return work(database);
  });
}

/** Runs `work` with the migrated ordering database. */
export async function withOrderingDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const { orderingSchema } = await import('@trading-platform/ordering/typeorm');
  const { orderingDatabase, migrateAtStart } = readDatabaseSettings();
  const options = {
    address: orderingDatabase,
    schemas: [orderingSchema],
    applicationName: 'tpctl',
    // Loads run long statements, and may wait long for other writers.
    statementTimeoutMs: 600_000,
  };
  return withDatabase(options, async (database) => {
    await ensureMigrated(database, 'ordering', { migrate: migrateAtStart });
    return work(database);
  });
}

/** Runs `work` with the migrated batch database. */
export async function withBatchDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const { batchSchema, defaultBatchAddress } = await import('@trading-platform/batch-engine/typeorm');
  const { batchDatabase, orderingDatabase, migrateAtStart } = readDatabaseSettings();
  const options = {
    address: batchDatabase ?? defaultBatchAddress(orderingDatabase),
    schemas: [batchSchema],
    applicationName: 'tpctl',
  };
  return withDatabase(options, async (database) => {
    await ensureMigrated(database, 'batch', { migrate: migrateAtStart });
    return work(database);
  });
}

export type MemberCheck = 'known' | 'unknown' | 'cannot-be-checked';

/** Checks a member if the ordering database can be reached, without creating or changing anything there. */
export async function checkMember(memberCode: string): Promise<MemberCheck> {
  const { orderingDatabase } = readDatabaseSettings();
  const address = parseDatabaseAddress(orderingDatabase);
  if (address.dialect === 'sqlite' && !existsSync(address.path)) return 'cannot-be-checked';
  try {
    const { openOrderingPorts, orderingSchema } = await import('@trading-platform/ordering/typeorm');
    return await withDatabase({ address: orderingDatabase, schemas: [orderingSchema] }, async (database) => {
      const member = await openOrderingPorts(database).memberDirectory.find(memberCode);
      return member === undefined ? 'unknown' : 'known';
    });
  } catch {
    return 'cannot-be-checked';
  }
}
