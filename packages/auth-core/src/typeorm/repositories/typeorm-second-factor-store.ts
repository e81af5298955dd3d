import { Injectable } from '@nestjs/common';
import { type Transaction, tableOf } from '@trading-platform/database';
import { InjectRepository } from '@trading-platform/database/nest';
import { type EntityManager, type FindOptionsWhere, IsNull, LessThan, MoreThan, Not, Repository } from 'typeorm';
import type { AuditEvent } from '../../audit/audit-event.js';
import type { Passkey, PasskeyUse } from '../../factor/passkey.js';
import type { Authenticator, Enrolment, FactorRemoval } from '../../factor/second-factor.js';
import { SecondFactorStore } from '../../factor/second-factor-store.js';
import { AuthDatabase } from '../auth-database.js';
import { AuthenticatorEntity } from '../entities/authenticator.entity.js';
import { nothing } from '../entities/optional.js';
import { PasskeyEntity } from '../entities/passkey.entity.js';
import { PasskeyChallengeEntity } from '../entities/passkey-challenge.entity.js';
import { RecoveryCodeEntity } from '../entities/recovery-code.entity.js';
import { UserEntity } from '../entities/user.entity.js';
import { insertUnlessThere } from '../sql/insert-unless-there.js';
import { auditedChange } from './audited-change.js';

const passkeyTable = tableOf(PasskeyEntity);
const challengeTable = tableOf(PasskeyChallengeEntity);

@Injectable()
export class TypeOrmSecondFactorStore extends SecondFactorStore {
  constructor(
    private readonly database: AuthDatabase,
    @InjectRepository(AuthenticatorEntity) private readonly authenticators: Repository<AuthenticatorEntity>,
    @InjectRepository(PasskeyEntity) private readonly passkeys: Repository<PasskeyEntity>,
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

  async findPasskey(credentialId: string): Promise<Passkey | undefined> {
    return (await this.passkeys.findOneBy({ credentialId })) ?? undefined;
  }

  listPasskeys(subject: string): Promise<Passkey[]> {
    return this.passkeys.find({ where: { subject }, order: { createdAt: 'ASC', credentialId: 'ASC' } });
  }

  isChallengeUsed(challengeHash: Uint8Array): Promise<boolean> {
    return this.passkeys.manager.existsBy(PasskeyChallengeEntity, { challengeHash });
  }

  /** A challenge remains used, even if the counter is refused. */
  usePasskey({ credentialId, subject, counter, at, challenge }: PasskeyUse, event: AuditEvent): Promise<boolean> {
    return this.#changeOne(event, async (transaction) => {
      if (!(await insertUnlessThere(transaction, challengeTable, challenge))) return { affected: 0 };
      const behind = { credentialId, subject, counter: counter === 0 ? 0 : LessThan(counter) };
      return transaction.manager.update(PasskeyEntity, behind, { counter, lastUsedAt: at });
    });
  }

  /** The first statement locks the row of the user, so that two enrolments at the same time come one after the other. */
  enrol(enrolment: Enrolment, event: AuditEvent): Promise<boolean> {
    const { subject, userGeneration, formerAt, at, authenticator, passkey, challenge, recoveryCodeHashes } = enrolment;
    return auditedChange(this.database, event, async (transaction) => {
      const { manager } = transaction;
      const active = { generation: userGeneration, disabledAt: IsNull() };
      if (!(await isUnchanged(manager, { subject, ...active }, formerAt))) return false;
      if (challenge !== undefined && !(await insertUnlessThere(transaction, challengeTable, challenge))) return false;
      if (passkey !== undefined && !(await insertUnlessThere(transaction, passkeyTable, passkey))) return false;
      if (authenticator !== undefined) {
        await manager.delete(AuthenticatorEntity, { subject });
        await manager.insert(AuthenticatorEntity, authenticator);
      }
      if (recoveryCodeHashes !== undefined) await replaceCodes(manager, subject, recoveryCodeHashes);
      await manager.update(UserEntity, { subject }, { secondFactorAt: at });
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
      if (!(await isUnchanged(manager, { subject }, factorAt))) return false;
      await replaceCodes(manager, subject, codeHashes);
      return true;
    });
  }

  removePart({ subject, part, formerAt, at }: FactorRemoval, event: AuditEvent): Promise<boolean> {
    return auditedChange(this.database, event, async ({ manager }) => {
      if (!(await isUnchanged(manager, { subject }, formerAt))) return false;
      const { affected } =
        part === 'authenticator'
          ? await manager.delete(AuthenticatorEntity, { subject })
          : await manager.delete(PasskeyEntity, { credentialId: part.credentialId, subject });
      if (affected !== 1) return false;
      await manager.update(UserEntity, { subject }, { secondFactorAt: at ?? nothing });
      if (at === undefined) await manager.delete(RecoveryCodeEntity, { subject });
      return true;
    });
  }

  remove(subject: string, event: AuditEvent): Promise<boolean> {
    return auditedChange(this.database, event, async ({ manager }) => {
      const present = { subject, secondFactorAt: Not(IsNull()) };
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
  await manager.delete(PasskeyEntity, { subject });
  await manager.delete(RecoveryCodeEntity, { subject });
}

/** Whether the second factor of the user last changed at the given time. If so, it does not change until the transaction ends. */
async function isUnchanged(
  manager: EntityManager,
  user: FindOptionsWhere<UserEntity>,
  at: number | undefined,
): Promise<boolean> {
  const { affected } = await manager.update(
    UserEntity,
    { ...user, secondFactorAt: at ?? IsNull() },
    { secondFactorAt: at ?? nothing },
  );
  return affected === 1;
}

async function replaceCodes(manager: EntityManager, subject: string, hashes: readonly Uint8Array[]): Promise<void> {
  await manager.delete(RecoveryCodeEntity, { subject });
  await manager.insert(
    RecoveryCodeEntity,
    hashes.map((codeHash) => ({ codeHash, subject })),
  );
}
