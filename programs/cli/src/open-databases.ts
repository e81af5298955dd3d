import { existsSync } from 'node:fs';
import type { AuthAdministration, LeakedPasswords } from '@trading-platform/auth-core';
import {
  type Database,
  ensureMigrated,
  type OpenDatabaseOptions,
  parseDatabaseAddress,
  withDatabase,
} from '@trading-platform/database';
import { CliError } from '@trading-platform/terminal';
import { readDatabaseSettings } from './env.js';

/** Commands that must change nothing use this. They never migrate, and make no file. */
export interface Opening {
  readonly changesNothing?: true;
}

/** Runs `work` with the authentication server's functions for operators, on its migrated database. */
export async function withAuthAdministration<T>(
  work: (administration: AuthAdministration) => Promise<T>,
  opening: Opening = {},
): Promise<T> {
  const { openAuthAdministration } = await import('@trading-platform/auth-core/typeorm');
  const { secretKey, formerSecretKey, leakedPasswords: path } = readDatabaseSettings();
  const leakedPasswords = path === undefined ? undefined : await leakedPasswordList(path);
  const options = { secretKey, formerSecretKey, leakedPasswords };
  return withAuthDatabase((database) => work(openAuthAdministration(database, options)), opening);
}

async function leakedPasswordList(path: string): Promise<LeakedPasswords> {
  const { LeakedPasswordList } = await import('@trading-platform/auth-core');
  return new LeakedPasswordList(path);
}

/** Runs `work` with the migrated database of the authentication server. */
export async function withAuthDatabase<T>(work: (database: Database) => Promise<T>, opening: Opening = {}): Promise<T> {
  const { authSchema } = await import('@trading-platform/auth-core/typeorm');
  const { authDatabase: address } = readDatabaseSettings();
  return withMigrated('auth', { address, schemas: [authSchema], applicationName: 'tpctl' }, work, opening);
}

async function withMigrated<T>(
  name: string,
  options: OpenDatabaseOptions,
  work: (database: Database) => Promise<T>,
  { changesNothing }: Opening = {},
): Promise<T> {
  const { migrateAtStart } = readDatabaseSettings();
  if (changesNothing && !isThere(options.address))
    throw new CliError('refused', `There is no ${name} database yet; "tpctl migrate" makes it`);
  return withDatabase(options, async (database) => {
    await ensureMigrated(database, name, { migrate: migrateAtStart && changesNothing !== true });
    return work(database);
  });
}

function isThere(text: string): boolean {
  const address = parseDatabaseAddress(text);
  return address.dialect !== 'sqlite' || existsSync(address.path);
}

/** Runs `work` with the migrated ordering database. */
export async function withOrderingDatabase<T>(
  work: (database: Database) => Promise<T>,
  opening: Opening = {},
): Promise<T> {
  const { orderingSchema } = await import('@trading-platform/ordering/typeorm');
  const { orderingDatabase } = readDatabaseSettings();
  const options = {
    address: orderingDatabase,
    schemas: [orderingSchema],
    applicationName: 'tpctl',
    // Commands that load data run long statements, and may wait long for other writers.
    statementTimeoutMs: 600_000,
  };
  return withMigrated('ordering', options, work, opening);
}

/** Runs `work` with the migrated batch database. */
export async function withBatchDatabase<T>(
  work: (database: Database) => Promise<T>,
  opening: Opening = {},
): Promise<T> {
  const { batchSchema, defaultBatchAddress } = await import('@trading-platform/batch-engine/typeorm');
  const { batchDatabase, orderingDatabase } = readDatabaseSettings();
  const options = {
    address: batchDatabase ?? defaultBatchAddress(orderingDatabase),
    schemas: [batchSchema],
    applicationName: 'tpctl',
  };
  return withMigrated('batch', options, work, opening);
}

export type MemberCheck = 'known' | 'unknown' | 'cannot-be-checked';

/** Checks a member if the ordering database can be reached, without creating or changing anything there. */
export async function checkMember(memberCode: string): Promise<MemberCheck> {
  const { orderingDatabase } = readDatabaseSettings();
  if (!isThere(orderingDatabase)) return 'cannot-be-checked';
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
