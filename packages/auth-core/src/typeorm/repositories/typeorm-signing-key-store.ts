import { type Transaction, tableOf } from '@trading-platform/database';
import { Not } from 'typeorm';
import type { AuditEvent } from '../../audit/audit-event.js';
import type { StoredSigningKey } from '../../key/signing-key.js';
import { type KeyReseal, type KeyRotation, type KeyWithdrawal, SigningKeyStore } from '../../key/signing-key-store.js';
import type { AuthDatabase } from '../auth-database.js';
import { SigningKeyEntity } from '../entities/signing-key.entity.js';
import { insertUnlessThere } from '../sql/insert-unless-there.js';
import { listSigningKeys } from '../sql/list-signing-keys.js';
import { auditedChange } from './audited-change.js';

const keys = tableOf(SigningKeyEntity);

export class TypeOrmSigningKeyStore extends SigningKeyStore {
  constructor(private readonly database: AuthDatabase) {
    super();
  }

  list(): Promise<StoredSigningKey[]> {
    return listSigningKeys(this.database);
  }

  addFirst(first: readonly StoredSigningKey[], event: AuditEvent): Promise<boolean> {
    return auditedChange(this.database, event, async (transaction) => {
      const active = first.filter(({ state }) => state === 'active');
      const others = first.filter(({ state }) => state !== 'active');
      for (const key of active) if (!(await insertUnlessThere(transaction, keys, key))) return false;
      for (const key of others) await insertUnlessThere(transaction, keys, key);
      return true;
    });
  }

  rotate({ expectedNext: keyId, next, at }: KeyRotation, event: AuditEvent): Promise<boolean> {
    return auditedChange(this.database, event, async (transaction) => {
      await lockKeys(transaction);
      const { manager } = transaction;
      if (!(await manager.existsBy(SigningKeyEntity, { keyId, state: 'next' }))) return false;
      const retired = await manager.update(SigningKeyEntity, { state: 'active' }, { state: 'retired', retiredAt: at });
      if (retired.affected === 0) return false;
      await manager.update(SigningKeyEntity, { keyId }, { state: 'active', activatedAt: at });
      await insertUnlessThere(transaction, keys, next);
      return true;
    });
  }

  withdraw({ keyId, spare, at }: KeyWithdrawal, event: AuditEvent): Promise<boolean> {
    return auditedChange(this.database, event, async (transaction) => {
      await lockKeys(transaction);
      const { affected } = await transaction.manager.update(
        SigningKeyEntity,
        { keyId, state: Not('withdrawn' as const) },
        { state: 'withdrawn', sealedPrivateKey: Buffer.alloc(0), retiredAt: at },
      );
      if (affected === 0) return false;
      await fillPlaces(transaction, spare, at);
      return true;
    });
  }

  reseal({ keyId, from, to }: KeyReseal, event: AuditEvent): Promise<boolean> {
    return auditedChange(this.database, event, async ({ manager }) => {
      const { affected } = await manager.update(
        SigningKeyEntity,
        { keyId, sealedPrivateKey: from },
        { sealedPrivateKey: to },
      );
      return affected === 1;
    });
  }
}

/** There is an active and a next key afterwards. */
async function fillPlaces(transaction: Transaction, spare: StoredSigningKey, at: number): Promise<void> {
  const { manager } = transaction;
  if (await manager.existsBy(SigningKeyEntity, { state: 'active' })) {
    await insertUnlessThere(transaction, keys, spare);
    return;
  }
  const { affected } = await manager.update(SigningKeyEntity, { state: 'next' }, { state: 'active', activatedAt: at });
  await insertUnlessThere(transaction, keys, affected === 1 ? spare : { ...spare, state: 'active', activatedAt: at });
}

/** SQLite has one writer at a time anyway. On PostgreSQL changes of keys wait for each other, and readers for nobody. */
async function lockKeys(transaction: Transaction): Promise<void> {
  if (transaction.dialect === 'postgres') {
    await transaction.execute(`LOCK TABLE ${keys.name} IN SHARE ROW EXCLUSIVE MODE`);
  }
}
