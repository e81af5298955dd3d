import { type Entity, type Sql, tableOf } from '@trading-platform/database';
import type { ExpiringKind } from '../../housekeeping/expired-rows.js';
import { AttemptEntity } from '../entities/attempt.entity.js';
import { AuditEntity } from '../entities/audit.entity.js';
import { ClientAssertionEntity } from '../entities/client-assertion.entity.js';
import { CodeEntity } from '../entities/code.entity.js';
import { DeviceCodeEntity } from '../entities/device-code.entity.js';
import { GrantEntity } from '../entities/grant.entity.js';
import { KnownPlaceEntity } from '../entities/known-place.entity.js';
import { PasskeyChallengeEntity } from '../entities/passkey-challenge.entity.js';
import { ResetLinkEntity } from '../entities/reset-link.entity.js';
import { RevocationEntity } from '../entities/revocation.entity.js';
import { SessionEntity } from '../entities/session.entity.js';
import { SigningKeyEntity } from '../entities/signing-key.entity.js';

const removal = (entity: Entity, key: string, condition: string) => {
  const { name } = tableOf(entity);
  return `DELETE FROM ${name} WHERE ${key} IN (SELECT ${key} FROM ${name} WHERE ${condition} LIMIT $2)`;
};

const { name: grants } = tableOf(GrantEntity);

const statements: Readonly<Record<ExpiringKind, string>> = {
  codes: removal(CodeEntity, 'code_hash', 'expires_at < $1'),
  'device-codes': removal(DeviceCodeEntity, 'device_hash', 'expires_at < $1'),
  'expired-grants': removal(GrantEntity, 'grant_id', 'refresh_expires_at < $1'),
  'ended-grants': removal(GrantEntity, 'grant_id', 'ended_at < $1'),
  'reissue-answers': `UPDATE ${grants} SET sealed_answer = NULL WHERE grant_id IN
    (SELECT grant_id FROM ${grants} WHERE sealed_answer IS NOT NULL AND replaced_at < $1 LIMIT $2)`,
  sessions: removal(SessionEntity, 'session_hash', 'expires_at < $1'),
  'reset-links': removal(ResetLinkEntity, 'subject', 'expires_at < $1'),
  'client-assertions': removal(ClientAssertionEntity, 'assertion_hash', 'expires_at < $1'),
  'passkey-challenges': removal(PasskeyChallengeEntity, 'challenge_hash', 'expires_at < $1'),
  attempts: removal(AttemptEntity, 'attempt_key', 'expires_at < $1'),
  'known-places': removal(KnownPlaceEntity, 'place_key', 'seen_at < $1'),
  revocations: removal(RevocationEntity, 'position', 'revoked_at < $1'),
  'retired-keys': removal(SigningKeyEntity, 'key_id', "state = 'retired' AND retired_at < $1"),
  'withdrawn-keys': removal(SigningKeyEntity, 'key_id', "state = 'withdrawn' AND retired_at < $1"),
  'audit-records': removal(AuditEntity, 'id', 'happened_at < $1'),
};

/** Removes at most `limit` rows, which is not possible with TypeORM's `delete`. Returns the number of removed rows. */
export function removeExpired(sql: Sql, kind: ExpiringKind, before: number, limit: number): Promise<number> {
  return sql.execute(statements[kind], [before, limit]);
}
