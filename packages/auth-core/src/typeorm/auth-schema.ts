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
import { CreateAuth1763700000100 } from './migrations/1763700000100-create-auth.js';
import { CountFailuresByTime1763700000101 } from './migrations/1763700000101-count-failures-by-time.js';
import { NumberGenerations1763700000102 } from './migrations/1763700000102-number-generations.js';
import { MarkClients1763700000103 } from './migrations/1763700000103-mark-clients.js';
import { NameSecretKeys1763700000104 } from './migrations/1763700000104-name-secret-keys.js';

/** The tables of the authentication server. */
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
  migrations: [
    CreateAuth1763700000100,
    CountFailuresByTime1763700000101,
    NumberGenerations1763700000102,
    MarkClients1763700000103,
    NameSecretKeys1763700000104,
  ],
} satisfies Schema;
