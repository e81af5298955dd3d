import { type EntityManager, type FindOptionsWhere, IsNull, MoreThan } from 'typeorm';
import type { GrantEndReason } from '../../grant/grant.js';
import { CodeEntity } from '../entities/code.entity.js';
import { DeviceCodeEntity } from '../entities/device-code.entity.js';
import { GrantEntity } from '../entities/grant.entity.js';
import { nothing } from '../entities/optional.js';

/** Ends all grants of a user or client, and removes the codes from which a grant could begin. */
export async function endGrantsOf(
  manager: EntityManager,
  whose: { readonly clientId: string } | { readonly subject: string },
  reason: GrantEndReason,
  at: number,
): Promise<void> {
  const living: FindOptionsWhere<GrantEntity> = { ...whose, endedAt: IsNull() };
  await manager.update(GrantEntity, living, { endedAt: at, endReason: reason, sealedAnswer: nothing });
  await manager.delete(CodeEntity, { ...whose, usedAt: IsNull(), expiresAt: MoreThan(at) });
  await manager.delete(DeviceCodeEntity, { ...whose, usedAt: IsNull(), expiresAt: MoreThan(at) });
}
