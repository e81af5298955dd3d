import { maxLength } from '@trading-platform/domain-types';
import { hashResetSecret, resetSecretBytes } from '../account/reset-password.js';
import type { AuditEventName } from '../audit/audit-event.js';
import type { AuditLog } from '../audit/audit-log.js';
import { AuthError } from '../auth-error.js';
import type { Clock } from '../clock.js';
import type { Passkey } from '../factor/passkey.js';
import type { SecondFactorStore } from '../factor/second-factor-store.js';
import type { Randomness } from '../randomness.js';
import type { AttemptLimiter } from '../throttle/attempt-limiter.js';
import { findUser, foldLoginId, longestLoginId } from '../user/login-id.js';
import { hashNewPassword, type NewPasswordContext } from '../user/new-password.js';
import { publicUser, type StoredUser, type User } from '../user/user.js';
import type { UserStore } from '../user/user-store.js';
import { checkText } from './check-text.js';

/** A new user, as an operator describes the user. */
export interface NewUser {
  /**
   * The platform login ID, with 1 to 128 characters. The login ID is stored in the Unicode form NFKC. Upper and lower case are
   * different in a login ID. Spaces at the start or end of a login ID, and invisible characters in it, are refused.
   */
  readonly userId: string;
  /** The member for which the user acts, with 1 to 8 characters. */
  readonly memberCode: string;
  /**
   * The password, with 8 to 1024 characters. Invisible characters and control characters are not allowed in a password (RFC 8265
   * OpaqueString), nor are passwords on the list of leaked ones.
   */
  readonly password: string;
  readonly name?: string;
  readonly email?: string;
}

/** The second factors of a user. Times are epoch milliseconds. */
export interface UserFactors {
  readonly userId: string;
  /** The time when the user set up the authenticator app, or undefined if the user has none. */
  readonly authenticatorAt: number | undefined;
  readonly passkeys: readonly Pick<Passkey, 'name' | 'createdAt' | 'lastUsedAt'>[];
  /** The number of recovery codes that have not been used. */
  readonly recoveryCodes: number;
}

/** A link by which a user sets a new password. */
export interface MadeResetLink {
  readonly userId: string;
  /** The secret of the link, which is shown once and never stored. */
  readonly secret: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

const longestResetLinkSeconds = 7 * 24 * 60 * 60;

const operator = { address: 'local', outcome: 'success' } as const;

/** The objects by which users are managed. */
export interface UserAdministrationContext extends NewPasswordContext {
  readonly users: UserStore;
  readonly factors: SecondFactorStore;
  readonly attempts: AttemptLimiter;
  readonly audit: AuditLog;
  readonly clock: Clock;
  readonly randomness: Randomness;
}

/** The functions by which an operator manages users. */
export class UserAdministration {
  readonly #users: UserStore;
  readonly #factors: SecondFactorStore;
  readonly #attempts: AttemptLimiter;
  readonly #audit: AuditLog;
  readonly #clock: Clock;
  readonly #randomness: Randomness;
  readonly #newPasswords: NewPasswordContext;

  constructor({ users, factors, attempts, audit, clock, randomness, ...newPasswords }: UserAdministrationContext) {
    this.#users = users;
    this.#factors = factors;
    this.#attempts = attempts;
    this.#audit = audit;
    this.#clock = clock;
    this.#randomness = randomness;
    this.#newPasswords = newPasswords;
  }

  /** @throws AuthError `value-invalid`, `password-too-short`, `password-too-long`, `password-leaked`, `user-exists` */
  async create(values: NewUser): Promise<User> {
    const userId = newLoginId(values.userId);
    checkText('memberCode', values.memberCode, maxLength.member_code_self);
    if (values.name !== undefined && values.name !== '') checkText('name', values.name, 200);
    if (values.email !== undefined && values.email !== '') checkText('email', values.email, 254);
    const passwordHash = await hashNewPassword(this.#newPasswords, values.password);
    const now = this.#clock.now();
    const stored = {
      userId,
      subject: this.#randomness.uuid(),
      memberCode: values.memberCode,
      name: values.name ?? '',
      email: values.email ?? '',
      passwordHash,
      passwordChangedAt: now,
      secondFactorAt: undefined,
      secondFactorRequired: false,
      memberRequiresSecondFactor: false,
      disabledAt: undefined,
      generation: 1,
      createdAt: now,
      updatedAt: now,
    };
    const event = { at: now, event: 'user.created', userId, ...operator } as const;
    if (!(await this.#users.add(stored, event))) {
      throw new AuthError('user-exists', `There is a user ${userId} already`);
    }
    return this.get(userId);
  }

  /** Lists users in the order of their login IDs. */
  async list(page: { readonly after?: string; readonly limit?: number } = {}): Promise<User[]> {
    return (await this.#users.list({ after: page.after, limit: page.limit ?? 1_000 })).map(publicUser);
  }

  /** @throws AuthError `unknown-user` */
  async get(userId: string): Promise<User> {
    return publicUser(await this.#find(userId));
  }

  /**
   * Sets a password and ends all grants of the user.
   *
   * @throws AuthError `unknown-user`, `password-too-short`, `password-too-long`, `password-leaked`, `value-invalid`
   */
  async setPassword(typed: string, password: string): Promise<User> {
    const passwordHash = await hashNewPassword(this.#newPasswords, password);
    const { userId } = await this.#find(typed);
    const event = { at: this.#clock.now(), event: 'user.password-set', userId, ...operator } as const;
    if (!(await this.#users.setPassword(userId, passwordHash, event))) throw unknownUser(userId);
    await this.#attempts.unlock('user', foldLoginId(userId));
    return this.get(userId);
  }

  /**
   * Makes a link by which the user sets a new password, once. Any former link ends. The password and the second factor
   * do not change yet.
   *
   * @param options `by` names the operator in the audit log
   * @throws AuthError `unknown-user`; `value-invalid` if the lifetime is longer than 7 days, or if the user is disabled
   */
  async makeResetLink(
    typed: string,
    { lifetimeSeconds, by }: { readonly lifetimeSeconds: number; readonly by?: string },
  ): Promise<MadeResetLink> {
    if (!(lifetimeSeconds > 0 && lifetimeSeconds <= longestResetLinkSeconds)) {
      throw new AuthError(
        'value-invalid',
        `A reset link is valid for at most ${longestResetLinkSeconds / 3_600} hours`,
      );
    }
    const { userId, subject } = await this.#find(typed);
    const secret = this.#randomness.bytes(resetSecretBytes).toString('base64url');
    const createdAt = this.#clock.now();
    const expiresAt = createdAt + lifetimeSeconds * 1_000;
    const detail = { lifetime_seconds: lifetimeSeconds, ...(by === undefined ? {} : { by }) };
    const event = { at: createdAt, event: 'user.reset-link-made', userId, detail, ...operator } as const;
    const link = { subject, linkHash: hashResetSecret(secret), createdAt, expiresAt };
    if (await this.#users.putResetLink(link, event)) return { userId, secret, expiresAt };
    throw new AuthError('value-invalid', `User ${userId} is disabled`);
  }

  /** Prevents the user from signing in, and ends all grants of the user. @throws AuthError `unknown-user` */
  disable(userId: string): Promise<User> {
    return this.#setDisabled(userId, true, 'user.disabled');
  }

  /** @throws AuthError `unknown-user` */
  enable(userId: string): Promise<User> {
    return this.#setDisabled(userId, false, 'user.enabled');
  }

  /** Ends the locks of the user and deletes the counts of failures. @throws AuthError `unknown-user` */
  async unlock(typed: string): Promise<User> {
    const user = await this.get(typed);
    const { userId } = user;
    await this.#attempts.unlock('user', foldLoginId(userId));
    await this.#audit.append({ at: this.#clock.now(), event: 'user.unlocked', userId, ...operator });
    return user;
  }

  /**
   * Removes the second factor of a user who has lost it: the app, the passkeys, the recovery codes and all counts of
   * wrong codes. The password alone then suffices, or the user must set up another factor at the next sign-in. Returns
   * false if the user had no second factor.
   *
   * @throws AuthError `unknown-user`
   */
  async resetSecondFactor(typed: string): Promise<boolean> {
    const { userId, subject } = await this.#find(typed);
    const event = { at: this.#clock.now(), event: 'user.second-factor-reset', userId, ...operator } as const;
    const removed = await this.#factors.remove(subject, event);
    await this.#attempts.forget('factor', subject);
    return removed;
  }

  /** Returns the second factors of a user. @throws AuthError `unknown-user` */
  async listFactors(typed: string): Promise<UserFactors> {
    const { userId, subject } = await this.#find(typed);
    const app = await this.#factors.findAuthenticator(subject);
    const passkeys = await this.#factors.listPasskeys(subject);
    const recoveryCodes = await this.#factors.countRecoveryCodes(subject);
    return { userId, authenticatorAt: app?.createdAt, passkeys, recoveryCodes };
  }

  /** Requires a second factor of a user, or requires it no longer. @throws AuthError `unknown-user` */
  async requireSecondFactor(typed: string, required: boolean): Promise<User> {
    const { userId } = await this.#find(typed);
    const at = this.#clock.now();
    const event = { at, event: 'user.second-factor-required', userId, detail: { required }, ...operator } as const;
    if (!(await this.#users.requireSecondFactor(userId, required, event))) throw unknownUser(userId);
    return this.get(userId);
  }

  /**
   * Requires a second factor of all present and future users of a member, or requires it no longer. Returns the number of present
   * users.
   *
   * @throws AuthError `value-invalid`
   */
  requireSecondFactorOfMember(memberCode: string, required: boolean): Promise<number> {
    checkText('memberCode', memberCode, maxLength.member_code_self);
    const detail = { member_code: memberCode, required };
    const at = this.#clock.now();
    const event = { at, event: 'member.second-factor-required', detail, ...operator } as const;
    return this.#users.requireSecondFactorOfMember(memberCode, required, event);
  }

  /** @throws AuthError `unknown-user` */
  async delete(typed: string): Promise<void> {
    const { userId, subject } = await this.#find(typed);
    const event = { at: this.#clock.now(), event: 'user.deleted', userId, ...operator } as const;
    if (!(await this.#users.remove(userId, event))) throw unknownUser(userId);
    await this.#attempts.forget('user', foldLoginId(userId));
    await this.#attempts.forget('factor', subject);
  }

  async #find(typed: string): Promise<StoredUser> {
    const user = await findUser(this.#users, typed);
    if (user === undefined) throw unknownUser(typed);
    return user;
  }

  async #setDisabled(typed: string, disabled: boolean, event: AuditEventName): Promise<User> {
    const { userId } = await this.#find(typed);
    const at = this.#clock.now();
    const changed = await this.#users.setDisabled(userId, disabled, { at, event, userId, ...operator });
    if (!changed) throw unknownUser(userId);
    return this.get(userId);
  }
}

/** Returns the spelling in which a new login ID is stored. @throws AuthError `value-invalid` */
function newLoginId(typed: string): string {
  const userId = typed.normalize('NFKC');
  checkText('userId', userId, longestLoginId);
  if (userId === foldLoginId(typed)) return userId;
  throw new AuthError('value-invalid', 'userId: no blank at its begin or end, no invisible characters');
}

function unknownUser(userId: string): AuthError {
  return new AuthError('unknown-user', `There is no user ${userId}`);
}
