import type { AuditAdministration } from './audit-administration.js';
import type { ClientAdministration } from './client-administration.js';
import type { GrantAdministration } from './grant-administration.js';
import type { KeyAdministration } from './key-administration.js';
import type { SecretKeyAdministration } from './secret-key-administration.js';
import type { UserAdministration } from './user-administration.js';

/** The functions for operators, which write an event to the audit log. The program `tpctl` only calls these functions. */
export interface AuthAdministration {
  readonly clients: ClientAdministration;
  readonly users: UserAdministration;
  readonly grants: GrantAdministration;
  readonly keys: KeyAdministration;
  readonly secretKey: SecretKeyAdministration;
  readonly audit: AuditAdministration;
}
