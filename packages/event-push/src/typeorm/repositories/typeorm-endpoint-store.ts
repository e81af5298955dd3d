import { lockUntilCommit, type Transaction, tableOf } from '@trading-platform/database';
import { EventLogDatabase } from '@trading-platform/event-log/typeorm';
import { MoreThan } from 'typeorm';
import { type AttemptPage, type EndpointChange, EndpointStore } from '../../endpoint/endpoint-store.js';
import type { EventAttempt } from '../../endpoint/event-attempt.js';
import type { EndpointOwner, StoredEndpoint } from '../../endpoint/event-endpoint.js';
import { EventAttemptEntity } from '../entities/event-attempt.entity.js';
import { EventEndpointEntity } from '../entities/event-endpoint.entity.js';
import { EventPushEntity } from '../entities/event-push.entity.js';
import { EventRepeatEntity } from '../entities/event-repeat.entity.js';

const attempts = tableOf(EventAttemptEntity);

/** Endpoints in the database of the log. */
export class TypeOrmEndpointStore extends EndpointStore {
  constructor(private readonly database: EventLogDatabase) {
    super();
  }

  add(endpoint: StoredEndpoint, cursor: string, atMost: number): Promise<boolean> {
    const { memberCode, clientId, endpointId } = endpoint;
    return this.database.transaction(async (transaction) => {
      await lockUntilCommit(transaction, 'eventEndpoints');
      const { manager } = transaction;
      if ((await manager.countBy(EventEndpointEntity, { memberCode, clientId })) >= atMost) return false;
      await manager.insert(EventEndpointEntity, { ...endpoint, types: [...endpoint.types] });
      const lease = { leaseOwner: '', leaseToken: 0 };
      await manager.insert(EventPushEntity, { endpointId, cursor, ...lease, failingSince: null });
      return true;
    });
  }

  list({ memberCode, clientId }: EndpointOwner): Promise<readonly StoredEndpoint[]> {
    const order = { createdAt: 'ASC', endpointId: 'ASC' } as const;
    return this.database.manager.find(EventEndpointEntity, { where: { memberCode, clientId }, order });
  }

  async find({ memberCode, clientId }: EndpointOwner, endpointId: string): Promise<StoredEndpoint | undefined> {
    return (
      (await this.database.manager.findOneBy(EventEndpointEntity, { endpointId, memberCode, clientId })) ?? undefined
    );
  }

  change(owner: EndpointOwner, endpointId: string, change: EndpointChange, now: number): Promise<boolean> {
    const { memberCode, clientId } = owner;
    return this.database.transaction(async ({ manager }) => {
      const where = { endpointId, memberCode, clientId };
      const { affected } = await manager.update(EventEndpointEntity, where, { ...change, updatedAt: now });
      if (affected !== 1) return false;
      // Former failures do not count against an address that works now.
      if (change.disabledReason === '') await manager.update(EventPushEntity, { endpointId }, { failingSince: null });
      return true;
    });
  }

  remove(owner: EndpointOwner, endpointId: string): Promise<boolean> {
    return this.database.transaction(async (transaction) => {
      const { manager } = transaction;
      const { affected } = await manager.delete(EventEndpointEntity, { endpointId, ...ownerOf(owner) });
      if (affected !== 1) return false;
      for (const entity of [EventPushEntity, EventRepeatEntity, EventAttemptEntity]) {
        // One statement after the other in a transaction.
        // oxlint-disable-next-line no-await-in-loop
        await manager.delete(entity, { endpointId });
      }
      return true;
    });
  }

  replay(owner: EndpointOwner, endpointId: string, cursor: string): Promise<boolean> {
    return this.database.transaction(async (transaction) => {
      if (!(await isOwn(transaction, owner, endpointId))) return false;
      // The process that serves the endpoint loses its lease, so it cannot write its own place over the new one.
      await transaction.execute(
        "UPDATE event_push SET cursor = $1, lease_token = lease_token + 1, lease_owner = '' WHERE endpoint_id = $2",
        [cursor, endpointId],
      );
      return true;
    });
  }

  async attempts(
    endpointId: string,
    { limit, before }: { readonly limit: number; readonly before?: string },
  ): Promise<AttemptPage> {
    const rows = await this.database.query<object>(
      `SELECT ${attempts.columns} FROM ${attempts.name} WHERE endpoint_id = $1 ${before === undefined ? '' : 'AND attempt_id < $3'}
       ORDER BY attempt_id DESC LIMIT $2`,
      [endpointId, limit + 1, ...(before === undefined ? [] : [before])],
    );
    const found = rows.slice(0, limit).map((row) => attempts.read(row));
    return { attempts: found, next: rows.length > limit ? found.at(-1)?.attemptId : undefined };
  }

  page(after: string, limit: number): Promise<readonly StoredEndpoint[]> {
    return this.database.manager.find(EventEndpointEntity, {
      where: { endpointId: MoreThan(after) },
      order: { endpointId: 'ASC' },
      take: limit,
    });
  }

  replaceSecrets(
    { endpointId, updatedAt }: StoredEndpoint,
    { secret, formerSecret }: Pick<StoredEndpoint, 'secret' | 'formerSecret'>,
  ): Promise<boolean> {
    return this.database.transaction(async ({ manager }) => {
      const { affected } = await manager.update(
        EventEndpointEntity,
        { endpointId, updatedAt },
        { secret, formerSecret },
      );
      return affected === 1;
    });
  }

  async addAttempt(attempt: EventAttempt): Promise<void> {
    await this.database.transaction((transaction) => insertAttempts(transaction, [attempt]));
  }
}

/** Adds attempts, up to 100 in one statement. */
export async function insertAttempts(transaction: Transaction, added: readonly EventAttempt[]): Promise<void> {
  for (let start = 0; start < added.length; start += attemptsPerStatement) {
    const part = added.slice(start, start + attemptsPerStatement);
    // oxlint-disable-next-line no-await-in-loop
    await transaction.execute(
      attempts.insertInto(part.length),
      part.flatMap((attempt) => attempts.values(attempt)),
    );
  }
}

const attemptsPerStatement = 100;

function ownerOf({ memberCode, clientId }: EndpointOwner): EndpointOwner {
  return { memberCode, clientId };
}

async function isOwn({ manager }: Transaction, owner: EndpointOwner, endpointId: string): Promise<boolean> {
  return manager.existsBy(EventEndpointEntity, { endpointId, ...ownerOf(owner) });
}
