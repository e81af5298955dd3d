import { Injectable } from '@nestjs/common';
import type { Transaction } from '@trading-platform/database';
import { InjectRepository } from '@trading-platform/database/nest';
import type { Right } from '@trading-platform/domain-types';
import { type FindOptionsWhere, IsNull, MoreThan, Not, Repository } from 'typeorm';
import type { AuditEvent } from '../../audit/audit-event.js';
import { Clock } from '../../clock.js';
import type { AuthorizationCode } from '../../grant/authorization-code.js';
import type { GrantEndReason, StoredGrant } from '../../grant/grant.js';
import { type GrantQuery, type GrantRenewal, GrantStore, type GrantsOfOtherKeys } from '../../grant/grant-store.js';
import type { Generations } from '../../token/token-id.js';
import type { TokenUser } from '../../user/user.js';
import { AuthDatabase } from '../auth-database.js';
import { DeviceCodeEntity } from '../entities/device-code.entity.js';
import { GrantEntity } from '../entities/grant.entity.js';
import { endGrant } from '../sql/end-grant.js';
import { findCodeWithUser } from '../sql/find-code.js';
import { findGrant, findGrantWithUser } from '../sql/find-grant.js';
import { insertAudit } from '../sql/insert-audit.js';
import { insertCode } from '../sql/insert-code.js';
import { insertGrant } from '../sql/insert-grant.js';
import { insertRevocation } from '../sql/insert-revocation.js';
import { readLivingRights } from '../sql/living-rights.js';
import { renewGrant } from '../sql/renew-grant.js';
import { useCode } from '../sql/use-code.js';
import { auditedChange } from './audited-change.js';

/** The token endpoints change grants by SQL statements, and operators list grants through this repository. */
@Injectable()
export class TypeOrmGrantStore extends GrantStore {
  constructor(
    private readonly database: AuthDatabase,
    private readonly clock: Clock,
    @InjectRepository(GrantEntity) private readonly grants: Repository<GrantEntity>,
  ) {
    super();
  }

  find(grantId: string): Promise<StoredGrant | undefined> {
    return findGrant(this.database, grantId);
  }

  findWithUser(grantId: string): Promise<{ grant: StoredGrant; user: TokenUser | undefined } | undefined> {
    return findGrantWithUser(this.database, grantId);
  }

  add(grant: StoredGrant, generations: Generations, event: AuditEvent): Promise<boolean> {
    return auditedChange(this.database, event, (transaction) => insertGrant(transaction, grant, generations));
  }

  addCode(code: AuthorizationCode, event: AuditEvent): Promise<void> {
    return this.database.transaction(async (transaction) => {
      await insertCode(transaction, code);
      await insertAudit(transaction, event);
    });
  }

  findCode(codeHash: Uint8Array): Promise<{ code: AuthorizationCode; user: TokenUser | undefined } | undefined> {
    return findCodeWithUser(this.database, codeHash);
  }

  exchangeCode(
    codeHash: Uint8Array,
    grant: StoredGrant,
    generations: Generations,
    event: AuditEvent,
  ): Promise<boolean> {
    return this.#exchange(grant, generations, event, (transaction) => useCode(transaction, codeHash, grant.startedAt));
  }

  exchangeDeviceCode(
    deviceHash: Uint8Array,
    grant: StoredGrant,
    generations: Generations,
    event: AuditEvent,
  ): Promise<boolean> {
    const { grantId, startedAt: usedAt, subject } = grant;
    return this.#exchange(grant, generations, event, async ({ manager }) => {
      const unused = { deviceHash, subject, usedAt: IsNull(), expiresAt: MoreThan(usedAt) };
      const { affected } = await manager.update(DeviceCodeEntity, unused, { usedAt, grantId });
      return affected === 1;
    });
  }

  renew(renewal: GrantRenewal, event: AuditEvent): Promise<boolean> {
    return auditedChange(this.database, event, (transaction) => renewGrant(transaction, renewal));
  }

  end(grantId: string, reason: GrantEndReason, event: AuditEvent): Promise<boolean> {
    return auditedChange(this.database, event, async (transaction) => {
      if (!(await endGrant(transaction, grantId, reason, event.at))) return false;
      await insertRevocation(transaction, { kind: 'grant', id: grantId, at: this.clock.now() });
      return true;
    });
  }

  livingRights(clientId: string, memberCode: string, now: number): Promise<readonly (readonly Right[])[]> {
    return readLivingRights(this.database, clientId, memberCode, now);
  }

  list({ clientId, subject, includeEnded, after = '', limit, now }: GrantQuery): Promise<StoredGrant[]> {
    const where: FindOptionsWhere<GrantEntity> = {
      grantId: MoreThan(after),
      ...(clientId === undefined ? {} : { clientId }),
      ...(subject === undefined ? {} : { subject }),
      ...(includeEnded === true ? {} : livingAt(now)),
    };
    return this.grants.find({ where, order: { grantId: 'ASC' }, take: limit });
  }

  async ofOtherKeys(keyId: string, now: number): Promise<GrantsOfOtherKeys> {
    const where = [IsNull(), Not(keyId)].map((refreshKeyId) => ({ ...livingAt(now), refreshKeyId }));
    const [[last], count] = await this.grants.findAndCount({
      where,
      order: { refreshExpiresAt: 'DESC' },
      take: 1,
    });
    return { count, lastExpiresAt: last?.refreshExpiresAt };
  }

  async #exchange(
    grant: StoredGrant,
    generations: Generations,
    event: AuditEvent,
    use: (transaction: Transaction) => Promise<boolean>,
  ): Promise<boolean> {
    try {
      return await auditedChange(this.database, event, async (transaction) => {
        if (!(await use(transaction))) return false;
        if (await insertGrant(transaction, grant, generations)) return true;
        throw new ChangedMeanwhile();
      });
    } catch (error) {
      if (error instanceof ChangedMeanwhile) return false;
      throw error;
    }
  }
}

/** Undoes the use of a code from which no grant can begin. */
class ChangedMeanwhile extends Error {}

function livingAt(now: number) {
  return { endedAt: IsNull(), refreshExpiresAt: MoreThan(now) };
}
