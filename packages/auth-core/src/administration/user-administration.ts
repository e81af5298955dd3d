import { countCharacters, maxLength } from '@trading-platform/domain-types';
import type { AuditEventName } from '../audit/audit-event.js';
import type { AuditLog } from '../audit/audit-log.js';
import { AuthError } from '../auth-error.js';
import type { Clock } from '../clock.js';
import type { PasswordHasher } from '../password/password-hasher.js';
import type { Randomness } from '../randomness.js';
import type { AttemptLimiter } from '../throttle/attempt-limiter.js';
import { isPasswordTooLong, longestPassword } from '../user/check-password.js';
import { publicUser, type User } from '../user/user.js';
import type { UserStore } from '../user/user-store.js';
import { checkText } from './check-text.js';

/** What an operator says of a user who is to be added. */
export interface NewUser {
  /** Platform login ID; 1 to 128 characters, compared exactly. */
  readonly userId: string;
  /** The member in whose name the user acts; 1 to 8 characters. */
  readonly memberCode: string;
  /** 8 to 1024 characters. */
  readonly password: string;
  readonly name?: string;
  readonly email?: string;
}

/** Shorter passwords are refused (NIST SP 800-63B). */
const shortestPassword = 8;

const operator = { address: 'local', outcome: 'success' } as const;

/** Users, as an operator manages them. */
export class UserAdministration {
  readonly #users: UserStore;
  readonly #hasher: PasswordHasher;
  readonly #attempts: AttemptLimiter;
  readonly #audit: AuditLog;
  readonly #clock: Clock;
  readonly #randomness: Randomness;

  constructor(
    users: UserStore,
    hasher: PasswordHasher,
    attempts: AttemptLimiter,
    audit: AuditLog,
    { clock, randomness }: { readonly clock: Clock; readonly randomness: Randomness },
  ) {
    this.#users = users;
    this.#hasher = hasher;
    this.#attempts = attempts;
    this.#audit = audit;
    this.#clock = clock;
    this.#randomness = randomness;
  }

  /** @throws AuthError `value-invalid`, `password-too-short`, `password-too-long`, `user-exists` */
  async create(values: NewUser): Promise<User> {
    checkText('userId', values.userId, 128);
    checkText('memberCode', values.memberCode, maxLength.member_code_self);
    if (values.name !== undefined && values.name !== '') checkText('name', values.name, 200);
    if (values.email !== undefined && values.email !== '') checkText('email', values.email, 254);
    const passwordHash = await this.#hash(values.password);
    const now = this.#clock.now();
    const stored = {
      userId: values.userId,
      subject: this.#randomness.uuid(),
      memberCode: values.memberCode,
      name: values.name ?? '',
      email: values.email ?? '',
      passwordHash,
      passwordChangedAt: now,
      disabledAt: undefined,
      generation: 1,
      createdAt: now,
      updatedAt: now,
    };
    const event = { at: now, event: 'user.created', userId: values.userId, ...operator } as const;
    if (!(await this.#users.add(stored, event))) {
      throw new AuthError('user-exists', `There is a user ${values.userId} already`);
    }
    return publicUser(stored);
  }

  /** In the order of the login ID. */
  async list(page: { readonly after?: string; readonly limit?: number } = {}): Promise<User[]> {
    return (await this.#users.list({ after: page.after, limit: page.limit ?? 1_000 })).map(publicUser);
  }

  /** @throws AuthError `unknown-user` */
  async get(userId: string): Promise<User> {
    const user = await this.#users.find(userId);
    if (user === undefined) throw unknownUser(userId);
    return publicUser(user);
  }

  /** Sets a password and ends all grants. @throws AuthError `unknown-user`, `password-too-short`, `password-too-long` */
  async setPassword(userId: string, password: string): Promise<User> {
    const passwordHash = await this.#hash(password);
    const event = { at: this.#clock.now(), event: 'user.password-set', userId, ...operator } as const;
    if (!(await this.#users.setPassword(userId, passwordHash, event))) throw unknownUser(userId);
    await this.#attempts.unlock('user', userId);
    return this.get(userId);
  }

  /** Nobody signs in as this user any more, and all grants end. @throws AuthError `unknown-user` */
  disable(userId: string): Promise<User> {
    return this.#setDisabled(userId, true, 'user.disabled');
  }

  /** @throws AuthError `unknown-user` */
  enable(userId: string): Promise<User> {
    return this.#setDisabled(userId, false, 'user.enabled');
  }

  /** Ends locks and failure counts of the user. @throws AuthError `unknown-user` */
  async unlock(userId: string): Promise<User> {
    const user = await this.get(userId);
    await this.#attempts.unlock('user', userId);
    await this.#audit.append({ at: this.#clock.now(), event: 'user.unlocked', userId, ...operator });
    return user;
  }

  /** @throws AuthError `unknown-user` */
  async delete(userId: string): Promise<void> {
    const event = { at: this.#clock.now(), event: 'user.deleted', userId, ...operator } as const;
    if (!(await this.#users.remove(userId, event))) throw unknownUser(userId);
    await this.#attempts.forget('user', userId);
  }

  async #setDisabled(userId: string, disabled: boolean, event: AuditEventName): Promise<User> {
    const at = this.#clock.now();
    const changed = await this.#users.setDisabled(userId, disabled, { at, event, userId, ...operator });
    if (!changed) throw unknownUser(userId);
    return this.get(userId);
  }

  #hash(password: string): Promise<string> {
    if (isPasswordTooLong(password)) {
      throw new AuthError('password-too-long', `A password has at most ${longestPassword} characters`);
    }
    if (countCharacters(password) < shortestPassword) {
      throw new AuthError('password-too-short', `A password needs at least ${shortestPassword} characters`);
    }
    return this.#hasher.hash(password);
  }
}

function unknownUser(userId: string): AuthError {
  return new AuthError('unknown-user', `There is no user ${userId}`);
}
