import { tableOf } from '@trading-platform/database';
import { type EntityManager, MoreThan } from 'typeorm';
import type { AuditEvent } from '../../audit/audit-event.js';
import type { Clock } from '../../clock.js';
import type { GrantEndReason } from '../../grant/grant.js';
import type { StoredUser } from '../../user/user.js';
import { UserStore } from '../../user/user-store.js';
import type { AuthDatabase } from '../auth-database.js';
import { nothing } from '../entities/optional.js';
import { SessionEntity } from '../entities/session.entity.js';
import { UserEntity } from '../entities/user.entity.js';
import { insertRevocation } from '../sql/insert-revocation.js';
import { insertUnlessThere } from '../sql/insert-unless-there.js';
import { auditedChange } from './audited-change.js';
import { endGrantsOf } from './end-grants.js';

const users = tableOf(UserEntity);

export class TypeOrmUserStore extends UserStore {
  constructor(
    private readonly database: AuthDatabase,
    private readonly clock: Clock,
  ) {
    super();
  }

  async find(userId: string): Promise<StoredUser | undefined> {
    return (await this.database.manager.findOneBy(UserEntity, { userId })) ?? undefined;
  }

  async findBySubject(subject: string): Promise<StoredUser | undefined> {
    return (await this.database.manager.findOneBy(UserEntity, { subject })) ?? undefined;
  }

  list({ after = '', limit }: { readonly after?: string | undefined; readonly limit: number }): Promise<StoredUser[]> {
    const where = { userId: MoreThan(after) };
    return this.database.manager.find(UserEntity, { where, order: { userId: 'ASC' }, take: limit });
  }

  add(user: StoredUser, event: AuditEvent): Promise<boolean> {
    return auditedChange(this.database, event, (transaction) => insertUnlessThere(transaction, users, user));
  }

  setPassword(userId: string, passwordHash: string, event: AuditEvent): Promise<boolean> {
    return this.#endAccess(userId, 'password-set', event, async (manager) => {
      const { at } = event;
      await manager.update(UserEntity, { userId }, { passwordHash, passwordChangedAt: at, updatedAt: at });
    });
  }

  async upgradePasswordHash(subject: string, from: string, to: string): Promise<void> {
    await this.database.transaction(({ manager }) =>
      manager.update(UserEntity, { subject, passwordHash: from }, { passwordHash: to }),
    );
  }

  setDisabled(userId: string, disabled: boolean, event: AuditEvent): Promise<boolean> {
    const { at: updatedAt } = event;
    if (disabled) {
      return this.#endAccess(userId, 'user-disabled', event, async (manager) => {
        await manager.update(UserEntity, { userId }, { disabledAt: updatedAt, updatedAt });
      });
    }
    return auditedChange(this.database, event, async ({ manager }) => {
      const { affected } = await manager.update(UserEntity, { userId }, { disabledAt: nothing, updatedAt });
      return affected === 1;
    });
  }

  remove(userId: string, event: AuditEvent): Promise<boolean> {
    return this.#endAccess(userId, 'user-deleted', event, async (manager) => {
      await manager.delete(UserEntity, { userId });
    });
  }

  /** The change, a new generation and the end of everything of the one so far are one transaction. */
  #endAccess(
    userId: string,
    reason: GrantEndReason,
    event: AuditEvent,
    change: (manager: EntityManager) => Promise<void>,
  ): Promise<boolean> {
    return auditedChange(this.database, event, async (transaction) => {
      const { manager } = transaction;
      // First of all: it locks the user's row, so that no grant of the former generation can be added any more.
      await manager.increment(UserEntity, { userId }, 'generation', 1);
      const user = await manager.findOneBy(UserEntity, { userId });
      if (user === null) return false;
      const { subject, generation } = user;
      await change(manager);
      await endGrantsOf(manager, { subject }, reason, event.at);
      await manager.delete(SessionEntity, { subject });
      const upToGeneration = generation - 1;
      await insertRevocation(transaction, { kind: 'user', id: subject, upToGeneration, at: this.clock.now() });
      return true;
    });
  }
}
