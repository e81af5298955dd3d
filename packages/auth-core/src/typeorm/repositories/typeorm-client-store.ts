import { Injectable } from '@nestjs/common';
import { type Transaction, tableOf } from '@trading-platform/database';
import { InjectRepository } from '@trading-platform/database/nest';
import { type QueryDeepPartialEntity, Repository } from 'typeorm';
import type { AuditEvent } from '../../audit/audit-event.js';
import type { ClientMarks, StoredClient } from '../../client/client.js';
import {
  type ClientBinding,
  type ClientKeys,
  ClientStore,
  type RightsChange,
  type SecretChange,
  type SecretRehash,
} from '../../client/client-store.js';
import { Clock } from '../../clock.js';
import { AuthDatabase } from '../auth-database.js';
import { AuditEntity } from '../entities/audit.entity.js';
import { ClientEntity } from '../entities/client.entity.js';
import { nothing } from '../entities/optional.js';
import { findClient } from '../sql/find-client.js';
import { insertAudit } from '../sql/insert-audit.js';
import { insertRevocation } from '../sql/insert-revocation.js';
import { insertUnlessThere } from '../sql/insert-unless-there.js';
import { auditedChange } from './audited-change.js';
import { changeRightsOfGrants } from './change-rights-of-grants.js';
import { endGrantsOf } from './end-grants.js';

const table = tableOf(ClientEntity);
const newestAuditId = () => `(SELECT MAX(id) FROM ${tableOf(AuditEntity).name})`;

@Injectable()
export class TypeOrmClientStore extends ClientStore {
  constructor(
    private readonly database: AuthDatabase,
    private readonly clock: Clock,
    @InjectRepository(ClientEntity) private readonly clients: Repository<ClientEntity>,
  ) {
    super();
  }

  find(clientId: string): Promise<StoredClient | undefined> {
    return findClient(this.database, clientId);
  }

  list(): Promise<StoredClient[]> {
    return this.clients.find({ order: { clientId: 'ASC' } });
  }

  add(client: StoredClient, event: AuditEvent): Promise<boolean> {
    const { clientId } = client;
    return this.database.transaction(async (transaction) => {
      if (!(await insertUnlessThere(transaction, table, client))) return false;
      await insertAudit(transaction, event);
      // Each new generation has its own record in the audit log, and the id of this record is never used twice.
      await this.#in(transaction).update({ clientId }, { generation: newestAuditId });
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
    return this.database.transaction(async (transaction) => {
      const { keyId, hash } = to;
      const clients = this.#in(transaction);
      await clients.update({ clientId, secretHash: from }, { secretHash: hash, secretKeyId: keyId });
      await clients.update(
        { clientId, previousSecretHash: from },
        { previousSecretHash: hash, previousSecretKeyId: keyId },
      );
    });
  }

  setKeys(clientId: string, { jwks, jwksUri, keysRequired }: ClientKeys, event: AuditEvent): Promise<boolean> {
    return this.#update(clientId, event, { jwks: jwks ?? nothing, jwksUri: jwksUri ?? nothing, keysRequired });
  }

  mark(clientId: string, marks: Partial<ClientMarks>, event: AuditEvent): Promise<boolean> {
    return this.#update(clientId, event, marks);
  }

  changeRights(clientId: string, decide: (client: StoredClient) => RightsChange): Promise<boolean> {
    return this.database.transaction(async (transaction) => {
      const clients = this.#in(transaction);
      // This statement locks the row of the client, so that two changes at the same time come one after the other.
      const { affected } = await clients.update({ clientId }, { updatedAt: this.clock.now() });
      const client = affected === 1 ? await clients.findOneBy({ clientId }) : null;
      if (client === null) return false;
      const { rights, alsoGrants, event } = decide(client);
      await clients.update({ clientId }, { rights, updatedAt: event.at });
      await changeRightsOfGrants(transaction, clientId, { rights, alsoGrants });
      if (client.rights.some((right) => !rights.includes(right))) await this.#beginGeneration(clientId, transaction);
      await insertAudit(transaction, event);
      return true;
    });
  }

  bind(clientId: string, { memberCode, keepFlows }: ClientBinding, event: AuditEvent): Promise<boolean> {
    return this.#endTokens(clientId, event, async (clients) => {
      const flows = keepFlows ? {} : { codeFlow: false, credentialsFlow: false };
      await clients.update({ clientId }, { memberCode, ...flows, updatedAt: event.at });
    });
  }

  setDisabled(clientId: string, disabled: boolean, event: AuditEvent): Promise<boolean> {
    if (!disabled) return this.#update(clientId, event, { disabledAt: nothing });
    return this.#endTokens(clientId, event, async (clients) => {
      await clients.update({ clientId }, { disabledAt: event.at, updatedAt: event.at });
    });
  }

  remove(clientId: string, event: AuditEvent): Promise<boolean> {
    return this.#endTokens(clientId, event, async (clients, { manager }) => {
      await clients.delete({ clientId });
      await endGrantsOf(manager, { clientId }, 'client-deleted', event.at);
    });
  }

  #update(clientId: string, event: AuditEvent, values: QueryDeepPartialEntity<ClientEntity>): Promise<boolean> {
    return auditedChange(this.database, event, async (transaction) => {
      const { affected } = await this.#in(transaction).update({ clientId }, { ...values, updatedAt: event.at });
      return affected === 1;
    });
  }

  /** Makes the change, begins a new generation, and revokes all tokens of the previous generation, in one transaction. */
  #endTokens(
    clientId: string,
    event: AuditEvent,
    change: (clients: Repository<ClientEntity>, transaction: Transaction) => Promise<void>,
  ): Promise<boolean> {
    return auditedChange(this.database, event, async (transaction) => {
      if (!(await this.#beginGeneration(clientId, transaction))) return false;
      await change(this.#in(transaction), transaction);
      return true;
    });
  }

  /** Begins a new generation and revokes all tokens of the previous one. Returns false if the client does not exist. */
  async #beginGeneration(clientId: string, transaction: Transaction): Promise<boolean> {
    const clients = this.#in(transaction);
    await clients.increment({ clientId }, 'generation', 1);
    const client = await clients.findOneBy({ clientId });
    if (client === null) return false;
    const upToGeneration = client.generation - 1;
    await insertRevocation(transaction, { kind: 'client', id: clientId, upToGeneration, at: this.clock.now() });
    return true;
  }

  #in({ manager }: Transaction): Repository<ClientEntity> {
    return manager.withRepository(this.clients);
  }
}
