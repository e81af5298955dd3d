import { Injectable } from '@nestjs/common';
import { type Transaction, tableOf } from '@trading-platform/database';
import { InjectRepository } from '@trading-platform/database/nest';
import { Not, Repository } from 'typeorm';
import type { AuditEvent } from '../../audit/audit-event.js';
import type { StoredSigningKey } from '../../key/signing-key.js';
import { type KeyReseal, type KeyRotation, type KeyWithdrawal, SigningKeyStore } from '../../key/signing-key-store.js';
import { AuthDatabase } from '../auth-database.js';
import { SigningKeyEntity } from '../entities/signing-key.entity.js';
import { insertUnlessThere } from '../sql/insert-unless-there.js';
import { listSigningKeys } from '../sql/list-signing-keys.js';
import { lockSigningKeys } from '../sql/lock-signing-keys.js';
import { auditedChange } from './audited-change.js';

const table = tableOf(SigningKeyEntity);

@Injectable()
export class TypeOrmSigningKeyStore extends SigningKeyStore {
  constructor(
    private readonly database: AuthDatabase,
    @InjectRepository(SigningKeyEntity) private readonly keys: Repository<SigningKeyEntity>,
  ) {
    super();
  }

  list(): Promise<StoredSigningKey[]> {
    return listSigningKeys(this.database);
  }

  addFirst(first: readonly StoredSigningKey[], event: AuditEvent): Promise<boolean> {
    return auditedChange(this.database, event, async (transaction) => {
      const active = first.filter(({ state }) => state === 'active');
      const others = first.filter(({ state }) => state !== 'active');
      for (const key of active) if (!(await insertUnlessThere(transaction, table, key))) return false;
      for (const key of others) await insertUnlessThere(transaction, table, key);
      return true;
    });
  }

  rotate({ expectedNext: keyId, next, at }: KeyRotation, event: AuditEvent): Promise<boolean> {
    return auditedChange(this.database, event, async (transaction) => {
      await lockSigningKeys(transaction);
      const keys = this.#in(transaction);
      if (!(await keys.existsBy({ keyId, state: 'next' }))) return false;
      const retired = await keys.update({ state: 'active' }, { state: 'retired', retiredAt: at });
      if (retired.affected === 0) return false;
      await keys.update({ keyId }, { state: 'active', activatedAt: at });
      await insertUnlessThere(transaction, table, next);
      return true;
    });
  }

  withdraw({ keyId, spare, at }: KeyWithdrawal, event: AuditEvent): Promise<boolean> {
    return auditedChange(this.database, event, async (transaction) => {
      await lockSigningKeys(transaction);
      const { affected } = await this.#in(transaction).update(
        { keyId, state: Not('withdrawn' as const) },
        { state: 'withdrawn', sealedPrivateKey: Buffer.alloc(0), retiredAt: at },
      );
      if (affected === 0) return false;
      await this.#fillPlaces(transaction, spare, at);
      return true;
    });
  }

  reseal({ keyId, from, to }: KeyReseal, event: AuditEvent): Promise<boolean> {
    return auditedChange(this.database, event, async (transaction) => {
      const { affected } = await this.#in(transaction).update(
        { keyId, sealedPrivateKey: from },
        { sealedPrivateKey: to },
      );
      return affected === 1;
    });
  }

  /** After this change, there is again an active key and a next key. */
  async #fillPlaces(transaction: Transaction, spare: StoredSigningKey, at: number): Promise<void> {
    const keys = this.#in(transaction);
    if (await keys.existsBy({ state: 'active' })) {
      await insertUnlessThere(transaction, table, spare);
      return;
    }
    const { affected } = await keys.update({ state: 'next' }, { state: 'active', activatedAt: at });
    await insertUnlessThere(
      transaction,
      table,
      affected === 1 ? spare : { ...spare, state: 'active', activatedAt: at },
    );
  }

  #in({ manager }: Transaction): Repository<SigningKeyEntity> {
    return manager.withRepository(this.keys);
  }
}
