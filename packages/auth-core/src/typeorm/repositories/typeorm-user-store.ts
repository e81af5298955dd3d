import { Injectable } from '@nestjs/common';
import { type Transaction, tableOf } from '@trading-platform/database';
import { InjectRepository } from '@trading-platform/database/nest';
import { IsNull, MoreThan, Repository } from 'typeorm';
import type { AuditEvent } from '../../audit/audit-event.js';
import { Clock } from '../../clock.js';
import type { GrantEndReason } from '../../grant/grant.js';
import type { ResetLink } from '../../user/reset-link.js';
import type { StoredUser } from '../../user/user.js';
import { type PasswordCondition, UserStore } from '../../user/user-store.js';
import { AuthDatabase } from '../auth-database.js';
import { MemberPolicyEntity } from '../entities/member-policy.entity.js';
import { nothing } from '../entities/optional.js';
import { ResetLinkEntity } from '../entities/reset-link.entity.js';
import { SessionEntity } from '../entities/session.entity.js';
import { UserEntity } from '../entities/user.entity.js';
import { insertAudit } from '../sql/insert-audit.js';
import { insertRevocation } from '../sql/insert-revocation.js';
import { insertUnlessThere } from '../sql/insert-unless-there.js';
import { auditedChange } from './audited-change.js';
import { endGrantsOf } from './end-grants.js';
import { removeFactorsOf } from './typeorm-second-factor-store.js';

const table = tableOf(UserEntity);
const policies = tableOf(MemberPolicyEntity);

@Injectable()
export class TypeOrmUserStore extends UserStore {
  constructor(
    private readonly database: AuthDatabase,
    private readonly clock: Clock,
    @InjectRepository(UserEntity) private readonly users: Repository<UserEntity>,
    @InjectRepository(SessionEntity) private readonly sessions: Repository<SessionEntity>,
  ) {
    super();
  }

  async find(userId: string): Promise<StoredUser | undefined> {
    return (await this.users.findOneBy({ userId })) ?? undefined;
  }

  async findBySubject(subject: string): Promise<StoredUser | undefined> {
    return (await this.users.findOneBy({ subject })) ?? undefined;
  }

  list({ after = '', limit }: { readonly after?: string | undefined; readonly limit: number }): Promise<StoredUser[]> {
    const where = { userId: MoreThan(after) };
    return this.users.find({ where, order: { userId: 'ASC' }, take: limit });
  }

  add(user: StoredUser, event: AuditEvent): Promise<boolean> {
    return auditedChange(this.database, event, async (transaction) => {
      const { secondFactorRequired: memberRequiresSecondFactor } = await this.#lockPolicy(transaction, user, event.at);
      return insertUnlessThere(transaction, table, { ...user, memberRequiresSecondFactor });
    });
  }

  setPassword(
    userId: string,
    passwordHash: string,
    event: AuditEvent,
    condition?: PasswordCondition,
  ): Promise<boolean> {
    const { at } = event;
    const set = async (users: Repository<UserEntity>) => {
      await users.update({ userId }, { passwordHash, passwordChangedAt: at, updatedAt: at });
    };
    if (condition === undefined) return this.#endAccess(userId, 'password-set', event, set);
    return this.#endAccess(userId, 'password-set', event, set, async (transaction) => {
      // The row of the user is locked before the row of the link. The same order is used when a link is made.
      const { generation, resetLink } = condition;
      const users = this.#in(transaction);
      const { affected } = await users.update({ userId, generation, disabledAt: IsNull() }, { generation });
      if (affected !== 1 || resetLink === undefined) return affected === 1;
      const { subject } = await users.findOneByOrFail({ userId });
      const used = { subject, linkHash: resetLink, userGeneration: generation, expiresAt: MoreThan(at) };
      return (await transaction.manager.delete(ResetLinkEntity, used)).affected === 1;
    });
  }

  putResetLink(link: Omit<ResetLink, 'userGeneration'>, event: AuditEvent): Promise<boolean> {
    const { subject } = link;
    return auditedChange(this.database, event, async (transaction) => {
      const { manager, dialect } = transaction;
      const lock = dialect === 'postgres' ? { lock: { mode: 'pessimistic_write' } as const } : {};
      const user = await this.#in(transaction).findOne({ where: { subject, disabledAt: IsNull() }, ...lock });
      if (user === null) return false;
      await manager.delete(ResetLinkEntity, { subject });
      await manager.insert(ResetLinkEntity, { ...link, userGeneration: user.generation });
      return true;
    });
  }

  async findResetLink(linkHash: Uint8Array): Promise<ResetLink | undefined> {
    return (await this.database.manager.findOneBy(ResetLinkEntity, { linkHash })) ?? undefined;
  }

  async upgradePasswordHash(subject: string, from: string, to: string): Promise<void> {
    await this.database.transaction((transaction) =>
      this.#in(transaction).update({ subject, passwordHash: from }, { passwordHash: to }),
    );
  }

  setDisabled(userId: string, disabled: boolean, event: AuditEvent): Promise<boolean> {
    const { at: updatedAt } = event;
    if (disabled) {
      return this.#endAccess(userId, 'user-disabled', event, async (users) => {
        await users.update({ userId }, { disabledAt: updatedAt, updatedAt });
      });
    }
    return auditedChange(this.database, event, async (transaction) => {
      const { affected } = await this.#in(transaction).update({ userId }, { disabledAt: nothing, updatedAt });
      return affected === 1;
    });
  }

  remove(userId: string, event: AuditEvent): Promise<boolean> {
    return this.#endAccess(userId, 'user-deleted', event, async (users, { subject }) => {
      await users.delete({ userId });
      await removeFactorsOf(users.manager, subject);
    });
  }

  requireSecondFactor(userId: string, required: boolean, event: AuditEvent): Promise<boolean> {
    return auditedChange(this.database, event, async (transaction) => {
      const change = { secondFactorRequired: required, updatedAt: event.at };
      const { affected } = await this.#in(transaction).update({ userId }, change);
      return affected === 1;
    });
  }

  requireSecondFactorOfMember(memberCode: string, required: boolean, event: AuditEvent): Promise<number> {
    return this.database.transaction(async (transaction) => {
      const { manager } = transaction;
      const { at: updatedAt } = event;
      await this.#lockPolicy(transaction, { memberCode }, updatedAt);
      await manager.update(MemberPolicyEntity, { memberCode }, { secondFactorRequired: required, updatedAt });
      const users = this.#in(transaction);
      const { affected } = await users.update({ memberCode }, { memberRequiresSecondFactor: required, updatedAt });
      await insertAudit(transaction, event);
      return affected ?? 0;
    });
  }

  /** Reads the policy of a member, and keeps it from changing until the transaction ends. */
  async #lockPolicy(
    transaction: Transaction,
    { memberCode }: Pick<StoredUser, 'memberCode'>,
    updatedAt: number,
  ): Promise<MemberPolicyEntity> {
    const { manager, dialect } = transaction;
    const none = { memberCode, secondFactorRequired: false, updatedAt };
    await insertUnlessThere(transaction, policies, none);
    const lock = dialect === 'postgres' ? { lock: { mode: 'pessimistic_write' } as const } : {};
    return manager.findOneOrFail(MemberPolicyEntity, { where: { memberCode }, ...lock });
  }

  /**
   * Makes the change, begins a new generation, and ends all sessions, grants and tokens of the previous generation, in one
   * transaction. Nothing changes if the condition does not hold.
   */
  #endAccess(
    userId: string,
    reason: GrantEndReason,
    event: AuditEvent,
    change: (users: Repository<UserEntity>, user: UserEntity) => Promise<void>,
    holds: (transaction: Transaction) => Promise<boolean> = async () => true,
  ): Promise<boolean> {
    return auditedChange(this.database, event, async (transaction) => {
      const { manager } = transaction;
      if (!(await holds(transaction))) return false;
      const users = this.#in(transaction);
      // The generation is increased first, because this statement locks the row of the user. After the lock, no other transaction
      // can add a grant of the previous generation.
      await users.increment({ userId }, 'generation', 1);
      const user = await users.findOneBy({ userId });
      if (user === null) return false;
      const { subject, generation } = user;
      await change(users, user);
      await endGrantsOf(manager, { subject }, reason, event.at);
      await manager.withRepository(this.sessions).delete({ subject });
      const upToGeneration = generation - 1;
      await insertRevocation(transaction, { kind: 'user', id: subject, upToGeneration, at: this.clock.now() });
      return true;
    });
  }

  #in({ manager }: Transaction): Repository<UserEntity> {
    return manager.withRepository(this.users);
  }
}
