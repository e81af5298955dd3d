import { Injectable } from '@nestjs/common';
import type { Transaction } from '@trading-platform/database';
import { InjectRepository } from '@trading-platform/database/nest';
import { type EntityManager, IsNull, LessThan, MoreThan, Not, Repository } from 'typeorm';
import type { AuditEvent } from '../../audit/audit-event.js';
import type { Authenticator, Enrolment } from '../../factor/second-factor.js';
import { SecondFactorStore } from '../../factor/second-factor-store.js';
import { AuthDatabase } from '../auth-database.js';
import { AuthenticatorEntity } from '../entities/authenticator.entity.js';
import { nothing } from '../entities/optional.js';
import { RecoveryCodeEntity } from '../entities/recovery-code.entity.js';
import { UserEntity } from '../entities/user.entity.js';
import { auditedChange } from './audited-change.js';

@Injectable()
export class TypeOrmSecondFactorStore extends SecondFactorStore {
  constructor(
    private readonly database: AuthDatabase,
    @InjectRepository(AuthenticatorEntity) private readonly authenticators: Repository<AuthenticatorEntity>,
    @InjectRepository(RecoveryCodeEntity) private readonly codes: Repository<RecoveryCodeEntity>,
  ) {
    super();
  }

  async findAuthenticator(subject: string): Promise<Authenticator | undefined> {
    return (await this.authenticators.findOneBy({ subject })) ?? undefined;
  }

  useStep(subject: string, step: number, event: AuditEvent): Promise<boolean> {
    return this.#changeOne(event, ({ manager }) =>
      manager.update(AuthenticatorEntity, { subject, lastStep: LessThan(step) }, { lastStep: step }),
    );
  }

  hasRecoveryCode(subject: string, codeHash: Uint8Array): Promise<boolean> {
    return this.codes.existsBy({ codeHash, subject });
  }

  useRecoveryCode(subject: string, codeHash: Uint8Array, event: AuditEvent): Promise<boolean> {
    return this.#changeOne(event, ({ manager }) => manager.delete(RecoveryCodeEntity, { codeHash, subject }));
  }

  countRecoveryCodes(subject: string): Promise<number> {
    return this.codes.countBy({ subject });
  }

  /** The first statement locks the row of the user, so that two enrolments at the same time come one after the other. */
  enrol({ authenticator, userGeneration, formerAt, at, recoveryCodeHashes }: Enrolment, event: AuditEvent) {
    const { subject } = authenticator;
    return auditedChange(this.database, event, async ({ manager }) => {
      const { affected } = await manager.update(
        UserEntity,
        { subject, generation: userGeneration, disabledAt: IsNull(), secondFactorAt: formerAt ?? IsNull() },
        { secondFactorAt: at },
      );
      if (affected !== 1) return false;
      await removeFactorsOf(manager, subject);
      await manager.insert(AuthenticatorEntity, authenticator);
      await insertCodes(manager, subject, recoveryCodeHashes);
      return true;
    });
  }

  replaceRecoveryCodes(
    subject: string,
    factorAt: number,
    codeHashes: readonly Uint8Array[],
    event: AuditEvent,
  ): Promise<boolean> {
    return auditedChange(this.database, event, async ({ manager }) => {
      const same = { secondFactorAt: factorAt };
      const { affected } = await manager.update(UserEntity, { subject, ...same }, same);
      if (affected !== 1) return false;
      await manager.delete(RecoveryCodeEntity, { subject });
      await insertCodes(manager, subject, codeHashes);
      return true;
    });
  }

  remove(subject: string, factorAt: number | undefined, event: AuditEvent): Promise<boolean> {
    return auditedChange(this.database, event, async ({ manager }) => {
      const present = { subject, secondFactorAt: factorAt ?? Not(IsNull()) };
      const { affected } = await manager.update(UserEntity, present, { secondFactorAt: nothing });
      if (affected !== 1) return false;
      await removeFactorsOf(manager, subject);
      return true;
    });
  }

  listAuthenticators(after: string, limit: number): Promise<Authenticator[]> {
    return this.authenticators.find({ where: { subject: MoreThan(after) }, order: { subject: 'ASC' }, take: limit });
  }

  async resealAuthenticator(subject: string, from: Uint8Array, to: Uint8Array): Promise<void> {
    await this.database.transaction(({ manager }) =>
      manager.update(AuthenticatorEntity, { subject, sealedSecret: from }, { sealedSecret: to }),
    );
  }

  #changeOne(
    event: AuditEvent,
    change: (transaction: Transaction) => Promise<{ affected?: number | null }>,
  ): Promise<boolean> {
    return auditedChange(this.database, event, async (transaction) => (await change(transaction)).affected === 1);
  }
}

/** Removes everything with which a user proves the second factor. */
export async function removeFactorsOf(manager: EntityManager, subject: string): Promise<void> {
  await manager.delete(AuthenticatorEntity, { subject });
  await manager.delete(RecoveryCodeEntity, { subject });
}

async function insertCodes(manager: EntityManager, subject: string, hashes: readonly Uint8Array[]): Promise<void> {
  await manager.insert(
    RecoveryCodeEntity,
    hashes.map((codeHash) => ({ codeHash, subject })),
  );
}
