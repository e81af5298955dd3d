import { type Transaction, tableOf } from '@trading-platform/database';
import type { QueryDeepPartialEntity } from 'typeorm';
import type { AuditEvent } from '../../audit/audit-event.js';
import type { ClientMarks, StoredClient } from '../../client/client.js';
import { ClientStore, type SecretChange, type SecretRehash } from '../../client/client-store.js';
import type { Clock } from '../../clock.js';
import type { AuthDatabase } from '../auth-database.js';
import { AuditEntity } from '../entities/audit.entity.js';
import { ClientEntity } from '../entities/client.entity.js';
import { nothing } from '../entities/optional.js';
import { findClient } from '../sql/find-client.js';
import { insertAudit } from '../sql/insert-audit.js';
import { insertRevocation } from '../sql/insert-revocation.js';
import { insertUnlessThere } from '../sql/insert-unless-there.js';
import { auditedChange } from './audited-change.js';
import { endGrantsOf } from './end-grants.js';

const clients = tableOf(ClientEntity);
const newestAuditId = () => `(SELECT MAX(id) FROM ${tableOf(AuditEntity).name})`;

export class TypeOrmClientStore extends ClientStore {
  constructor(
    private readonly database: AuthDatabase,
    private readonly clock: Clock,
  ) {
    super();
  }

  find(clientId: string): Promise<StoredClient | undefined> {
    return findClient(this.database, clientId);
  }

  list(): Promise<StoredClient[]> {
    return this.database.manager.find(ClientEntity, { order: { clientId: 'ASC' } });
  }

  add(client: StoredClient, event: AuditEvent): Promise<boolean> {
    const { clientId } = client;
    return this.database.transaction(async (transaction) => {
      if (!(await insertUnlessThere(transaction, clients, client))) return false;
      await insertAudit(transaction, event);
      // Ids of the audit log are never given twice, and every generation that begins has a record there.
      await transaction.manager.update(ClientEntity, { clientId }, { generation: newestAuditId });
      return true;
    });
  }

  replaceSecret({ clientId, secret, previousSecretEndsAt }: SecretChange, event: AuditEvent): Promise<boolean> {
    return this.#update(clientId, event, {
      secretHash: secret.hash,
      secretKeyId: secret.keyId,
      secretCreatedAt: event.at,
      previousSecretHash: () => 'secret_hash',
      previousSecretKeyId: () => 'secret_key_id',
      previousSecretEndsAt,
    });
  }

  rehashSecret({ clientId, from, to }: SecretRehash): Promise<void> {
    return this.database.transaction(async ({ manager }) => {
      const { keyId, hash } = to;
      await manager.update(ClientEntity, { clientId, secretHash: from }, { secretHash: hash, secretKeyId: keyId });
      await manager.update(
        ClientEntity,
        { clientId, previousSecretHash: from },
        { previousSecretHash: hash, previousSecretKeyId: keyId },
      );
    });
  }

  mark(clientId: string, marks: Partial<ClientMarks>, event: AuditEvent): Promise<boolean> {
    return this.#update(clientId, event, marks);
  }

  setDisabled(clientId: string, disabled: boolean, event: AuditEvent): Promise<boolean> {
    if (!disabled) return this.#update(clientId, event, { disabledAt: nothing });
    return this.#endTokens(clientId, event, async ({ manager }) => {
      await manager.update(ClientEntity, { clientId }, { disabledAt: event.at, updatedAt: event.at });
    });
  }

  remove(clientId: string, event: AuditEvent): Promise<boolean> {
    return this.#endTokens(clientId, event, async ({ manager }) => {
      await manager.delete(ClientEntity, { clientId });
      await endGrantsOf(manager, { clientId }, 'client-deleted', event.at);
    });
  }

  #update(clientId: string, event: AuditEvent, values: QueryDeepPartialEntity<ClientEntity>): Promise<boolean> {
    return auditedChange(this.database, event, async ({ manager }) => {
      const { affected } = await manager.update(ClientEntity, { clientId }, { ...values, updatedAt: event.at });
      return affected === 1;
    });
  }

  /** The change, a new generation and the end of all tokens of the one so far are one transaction. */
  #endTokens(
    clientId: string,
    event: AuditEvent,
    change: (transaction: Transaction) => Promise<void>,
  ): Promise<boolean> {
    return auditedChange(this.database, event, async (transaction) => {
      const { manager } = transaction;
      await manager.increment(ClientEntity, { clientId }, 'generation', 1);
      const client = await manager.findOneBy(ClientEntity, { clientId });
      if (client === null) return false;
      await change(transaction);
      const upToGeneration = client.generation - 1;
      await insertRevocation(transaction, { kind: 'client', id: clientId, upToGeneration, at: this.clock.now() });
      return true;
    });
  }
}
