import type { AuditAdministration } from './audit-administration.js';
import type { ClientAdministration } from './client-administration.js';
import type { GrantAdministration } from './grant-administration.js';
import type { KeyAdministration } from './key-administration.js';
import type { SecretKeyAdministration } from './secret-key-administration.js';
import type { UserAdministration } from './user-administration.js';

/** The work of operators, each step audited. `tpctl` is a thin shell around it. */
export interface AuthAdministration {
  readonly clients: ClientAdministration;
  readonly users: UserAdministration;
  readonly grants: GrantAdministration;
  readonly keys: KeyAdministration;
  readonly secretKey: SecretKeyAdministration;
  readonly audit: AuditAdministration;
}
