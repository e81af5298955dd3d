import { AuthError } from '../auth-error.js';
import type { Clock } from '../clock.js';
import { type Grant, publicGrant } from '../grant/grant.js';
import type { GrantStore } from '../grant/grant-store.js';
import { findUser } from '../user/login-id.js';
import type { UserStore } from '../user/user-store.js';

/** Which grants an operator wants to see. Without a field, all; in the order of their ids. */
export interface GrantFilter {
  readonly clientId?: string;
  readonly userId?: string;
  /** Includes ended and expired grants. Default false. */
  readonly includeEnded?: boolean;
  /** Only grants after this id: the next page of an earlier answer. */
  readonly after?: string;
  /** Default 1000. */
  readonly limit?: number;
}

/** Grants, as an operator manages them. */
export class GrantAdministration {
  readonly #grants: GrantStore;
  readonly #users: UserStore;
  readonly #clock: Clock;

  constructor(grants: GrantStore, users: UserStore, clock: Clock) {
    this.#grants = grants;
    this.#users = users;
    this.#clock = clock;
  }

  /** In the order of the grant's id. @throws AuthError `unknown-user` */
  async list(filter: GrantFilter = {}): Promise<Grant[]> {
    const { clientId, userId, includeEnded, after, limit = 1_000 } = filter;
    const subject = userId === undefined ? undefined : await this.#subjectOf(userId);
    const grants = await this.#grants.list({
      clientId,
      subject,
      includeEnded,
      after,
      limit,
      now: this.#clock.now(),
    });
    return grants.map(publicGrant);
  }

  /** Ends a grant; its access tokens are refused within 5 seconds. @throws AuthError `unknown-grant` */
  async end(grantId: string): Promise<Grant> {
    const grant = await this.#grants.find(grantId);
    if (grant === undefined) throw new AuthError('unknown-grant', `There is no grant ${grantId}`);
    await this.#grants.end(grantId, 'operator', {
      at: this.#clock.now(),
      event: 'grant.ended',
      outcome: 'success',
      address: 'local',
      clientId: grant.clientId,
      grantId,
      detail: { by: 'operator' },
    });
    return publicGrant((await this.#grants.find(grantId)) ?? grant);
  }

  async #subjectOf(userId: string): Promise<string> {
    const user = await findUser(this.#users, userId);
    if (user === undefined) throw new AuthError('unknown-user', `There is no user ${userId}`);
    return user.subject;
  }
}
