import type { Schema } from '@trading-platform/database';
import { AttemptEntity } from './entities/attempt.entity.js';
import { AuditEntity } from './entities/audit.entity.js';
import { AuthenticatorEntity } from './entities/authenticator.entity.js';
import { ClientEntity } from './entities/client.entity.js';
import { ClientAssertionEntity } from './entities/client-assertion.entity.js';
import { CodeEntity } from './entities/code.entity.js';
import { DeviceCodeEntity } from './entities/device-code.entity.js';
import { GrantEntity } from './entities/grant.entity.js';
import { KnownPlaceEntity } from './entities/known-place.entity.js';
import { MemberPolicyEntity } from './entities/member-policy.entity.js';
import { PasskeyEntity } from './entities/passkey.entity.js';
import { PasskeyChallengeEntity } from './entities/passkey-challenge.entity.js';
import { RecoveryCodeEntity } from './entities/recovery-code.entity.js';
import { ResetLinkEntity } from './entities/reset-link.entity.js';
import { RevocationEntity } from './entities/revocation.entity.js';
import { SessionEntity } from './entities/session.entity.js';
import { SigningKeyEntity } from './entities/signing-key.entity.js';
import { UserEntity } from './entities/user.entity.js';
import { CreateAuth1795651200000 } from './migrations/1795651200000-create-auth.js';
import { AddRights1795737600000 } from './migrations/1795737600000-add-rights.js';
import { AddSecondFactors1795824000000 } from './migrations/1795824000000-add-second-factors.js';
import { AddClientKeys1795910400000 } from './migrations/1795910400000-add-client-keys.js';
import { IndexUsersByMember1795910400100 } from './migrations/1795910400100-index-users-by-member.js';
import { AddClientKeyAddress1795996800000 } from './migrations/1795996800000-add-client-key-address.js';
import { AddPasskeys1796083200000 } from './migrations/1796083200000-add-passkeys.js';
import { AddDeviceCodes1796083300000 } from './migrations/1796083300000-add-device-codes.js';
import { AddResetLinks1796084200000 } from './migrations/1796084200000-add-reset-links.js';

/** The entities and migrations of the authentication server. Its rows are small, and each change touches many indexes. */
export const authSchema = {
  entities: [
    ClientEntity,
    ClientAssertionEntity,
    UserEntity,
    AuthenticatorEntity,
    PasskeyEntity,
    PasskeyChallengeEntity,
    RecoveryCodeEntity,
    ResetLinkEntity,
    MemberPolicyEntity,
    GrantEntity,
    CodeEntity,
    DeviceCodeEntity,
    SessionEntity,
    SigningKeyEntity,
    RevocationEntity,
    AttemptEntity,
    KnownPlaceEntity,
    AuditEntity,
  ],
  migrations: [
    CreateAuth1795651200000,
    AddRights1795737600000,
    AddSecondFactors1795824000000,
    AddClientKeys1795910400000,
    IndexUsersByMember1795910400100,
    AddClientKeyAddress1795996800000,
    AddPasskeys1796083200000,
    AddDeviceCodes1796083300000,
    AddResetLinks1796084200000,
  ],
  pageSize: 4_096,
} satisfies Schema;
