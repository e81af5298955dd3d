import { AuthError } from '../auth-error.js';
import type { Clock } from '../clock.js';
import { type Grant, publicGrant } from '../grant/grant.js';
import type { GrantStore } from '../grant/grant-store.js';
import { findUser } from '../user/login-id.js';
import type { UserStore } from '../user/user-store.js';

/**
 * A filter for the grants that an operator wants to see. A field without a value does not restrict the list. Grants are ordered
 * by their ids.
 */
export interface GrantFilter {
  readonly clientId?: string;
  readonly userId?: string;
  /** Whether ended and expired grants are included (default: false). */
  readonly includeEnded?: boolean;
  /** The grant id after which the list begins. To get the next page, pass the last id of the previous page. */
  readonly after?: string;
  /** The maximum number of grants (default: 1000). */
  readonly limit?: number;
}

/** The functions by which an operator manages grants. */
export class GrantAdministration {
  readonly #grants: GrantStore;
  readonly #users: UserStore;
  readonly #clock: Clock;

  constructor(grants: GrantStore, users: UserStore, clock: Clock) {
    this.#grants = grants;
    this.#users = users;
    this.#clock = clock;
  }

  /** Lists grants in the order of their ids. @throws AuthError `unknown-user` */
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

  /** Ends a grant. Within 5 seconds, the access tokens of the grant are refused. @throws AuthError `unknown-grant` */
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
