import type { Schema } from '@trading-platform/database';
import { AttemptEntity } from './entities/attempt.entity.js';
import { AuditEntity } from './entities/audit.entity.js';
import { ClientEntity } from './entities/client.entity.js';
import { CodeEntity } from './entities/code.entity.js';
import { GrantEntity } from './entities/grant.entity.js';
import { KnownPlaceEntity } from './entities/known-place.entity.js';
import { RevocationEntity } from './entities/revocation.entity.js';
import { SessionEntity } from './entities/session.entity.js';
import { SigningKeyEntity } from './entities/signing-key.entity.js';
import { UserEntity } from './entities/user.entity.js';
import { CreateAuth1795651200000 } from './migrations/1795651200000-create-auth.js';
import { AddRights1795737600000 } from './migrations/1795737600000-add-rights.js';

/** The entities and migrations of the authentication server. */
export const authSchema = {
  entities: [
    ClientEntity,
    UserEntity,
    GrantEntity,
    CodeEntity,
    SessionEntity,
    SigningKeyEntity,
    RevocationEntity,
    AttemptEntity,
    KnownPlaceEntity,
    AuditEntity,
  ],
  migrations: [CreateAuth1795651200000, AddRights1795737600000],
} satisfies Schema;
