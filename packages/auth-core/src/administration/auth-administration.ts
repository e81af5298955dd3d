import type { ClientAdministration } from './client-administration.js';
import type { UserAdministration } from './user-administration.js';

/** What operators do, each step audited. `tpctl` is a thin shell around it. */
export interface AuthAdministration {
  readonly clients: ClientAdministration;
  readonly users: UserAdministration;
}
