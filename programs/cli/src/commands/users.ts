import { userInfo } from 'node:os';
import type { AuthAdministration, User } from '@trading-platform/auth-core';
import { CliError, momentText, print, readSecret, table } from '@trading-platform/terminal';
import { allPages, pageSize } from '../all-pages.js';
import { readPublicSettings } from '../env.js';
import { withAuthAdministration } from '../open-databases.js';
import { requireMember } from '../require-member.js';

interface Json {
  readonly json?: true;
}

export interface UserCreateOptions extends Json {
  readonly userId: string;
  readonly memberCode: string;
  readonly name?: string;
  readonly email?: string;
  readonly memberCheck: boolean;
  readonly replace?: true;
}

/** Creates a user of an existing member. */
export async function createUser(options: UserCreateOptions): Promise<void> {
  if (options.memberCheck) await requireMember(options.memberCode);
  const password = await readSecret('password', { repeat: true });
  const user = await withAuthAdministration((administration) => createOrReplace(administration, options, password));
  print(
    {
      json: { user_id: user.userId, member_code: user.memberCode, subject: user.subject },
      text: `User ${user.userId} acts for member ${user.memberCode}.`,
    },
    options.json === true,
  );
}

async function createOrReplace(
  { users }: AuthAdministration,
  { userId, memberCode, name, email, replace }: UserCreateOptions,
  password: string,
): Promise<User> {
  try {
    return await users.create({
      userId,
      memberCode,
      password,
      ...(name === undefined ? {} : { name }),
      ...(email === undefined ? {} : { email }),
    });
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'user-exists' || replace !== true) throw error;
    const existing = await users.get(userId);
    if (existing.memberCode !== memberCode) {
      const message = `User ${userId} acts for member ${existing.memberCode}: delete it first (tpctl user delete)`;
      throw new CliError('refused', message, { cause: error });
    }
    return users.setPassword(userId, password);
  }
}

export async function listUsers({ json }: Json): Promise<void> {
  const users = await withAuthAdministration((administration) =>
    allPages<User>((after) =>
      administration.users.list(after === undefined ? { limit: pageSize } : { limit: pageSize, after: after.userId }),
    ),
  );
  const head = ['USER_ID', 'MEMBER_CODE', 'STATE', 'CREATED', 'NAME'];
  const rows = users.map((user) => [
    user.userId,
    user.memberCode,
    user.disabledAt === undefined ? 'active' : 'disabled',
    momentText(user.createdAt),
    user.name,
  ]);
  print({ json: users.map(toJson), text: rows.length === 0 ? 'No users.' : table([head, ...rows]) }, json === true);
}

export interface UserOptions extends Json {
  readonly userId: string;
}

/** Sets a new password and ends all grants of the user. */
export async function setPassword({ userId, json }: UserOptions): Promise<void> {
  const password = await readSecret('new password', { repeat: true });
  const user = await withAuthAdministration(({ users }) => users.setPassword(userId, password));
  print({ json: toJson(user), text: `User ${userId} has the new password; all grants have ended.` }, json === true);
}

export interface ResetLinkOptions extends UserOptions {
  readonly validHours: number;
}

/** Makes a link by which a user sets a forgotten password. The link is shown once, and is stored only as a hash. */
export async function makeResetLink({ userId, validHours, json }: ResetLinkOptions): Promise<void> {
  const { issuer, segment } = readPublicSettings();
  const options = { lifetimeSeconds: validHours * 3_600, by: operatorName() };
  const made = await withAuthAdministration(({ users }) => users.makeResetLink(userId, options));
  const link = `${issuer}/${segment}/account/reset?link=${made.secret}`;
  const expiresAt = momentText(made.expiresAt);
  const text = `${link}\nUser ${made.userId} can set a new password with this link, once, until ${expiresAt}. It is shown only now, and any former link has ended.\nThe page still asks for a second factor.`;
  print({ json: { user_id: made.userId, link, expires_at: expiresAt }, text }, json === true);
}

/** The account of the operator on this machine. In a container, the account may have no name. */
function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}

/** Removes the second factor of a user who has lost it. */
export async function resetSecondFactor({ userId, json }: UserOptions): Promise<void> {
  const removed = await withAuthAdministration(({ users }) => users.resetSecondFactor(userId));
  const text = removed
    ? `User ${userId} has no second factor any more; recovery codes do not work either.`
    : `User ${userId} has no second factor.`;
  print({ json: { user_id: userId, removed }, text }, json === true);
}

/** Shows the second factors of a user. */
export async function showFactors({ userId, json }: UserOptions): Promise<void> {
  const factors = await withAuthAdministration(({ users }) => users.listFactors(userId));
  const passkeys = factors.passkeys.map(({ name, createdAt, lastUsedAt }) => ({
    name,
    created_at: momentText(createdAt),
    last_used_at: lastUsedAt === undefined ? null : momentText(lastUsedAt),
  }));
  const since = factors.authenticatorAt === undefined ? null : momentText(factors.authenticatorAt);
  const rows = [
    ...(since === null ? [] : [['authenticator app', since, '', '']]),
    ...passkeys.map((passkey) => ['passkey', passkey.created_at, passkey.last_used_at ?? '', passkey.name]),
  ];
  const text =
    rows.length === 0
      ? `User ${userId} has no second factor.`
      : `${table([['FACTOR', 'SINCE', 'LAST_USED', 'NAME'], ...rows])}\nRecovery codes left: ${factors.recoveryCodes}`;
  const left = factors.recoveryCodes;
  print(
    { json: { user_id: factors.userId, authenticator_since: since, passkeys, recovery_codes_left: left }, text },
    json === true,
  );
}

export interface RequireSecondFactorOptions extends Json {
  readonly userId?: string;
  readonly memberCode?: string;
  readonly not?: true;
}

/** Requires a second factor of a user or of all users of a member, or requires it no longer. */
export async function requireSecondFactor(options: RequireSecondFactorOptions): Promise<void> {
  const { userId, memberCode, json } = options;
  const required = options.not !== true;
  const must = required ? 'must' : 'need not';
  if (userId !== undefined && memberCode === undefined) {
    const user = await withAuthAdministration(({ users }) => users.requireSecondFactor(userId, required));
    print({ json: toJson(user), text: `User ${userId} ${must} have a second factor.` }, json === true);
  } else if (memberCode !== undefined && userId === undefined) {
    const users = await withAuthAdministration((auth) => auth.users.requireSecondFactorOfMember(memberCode, required));
    const text = `All users of member ${memberCode} ${must} have a second factor: ${users} now, and those who are added later.`;
    print({ json: { member_code: memberCode, second_factor_required: required, users }, text }, json === true);
  } else {
    throw new CliError('input', 'Name either --user-id or --member-code');
  }
}

/** Removes the lock after wrong passwords. */
export async function unlockUser({ userId, json }: UserOptions): Promise<void> {
  const user = await withAuthAdministration(({ users }) => users.unlock(userId));
  print({ json: toJson(user), text: `User ${userId} is not locked any more.` }, json === true);
}

export async function disableUser({ userId, json }: UserOptions): Promise<void> {
  const user = await withAuthAdministration(({ users }) => users.disable(userId));
  print({ json: toJson(user), text: `User ${userId} cannot sign in any more; all grants have ended.` }, json === true);
}

export async function enableUser({ userId, json }: UserOptions): Promise<void> {
  const user = await withAuthAdministration(({ users }) => users.enable(userId));
  print({ json: toJson(user), text: `User ${userId} can sign in again.` }, json === true);
}

export async function deleteUser({ userId, json }: UserOptions): Promise<void> {
  await withAuthAdministration(({ users }) => users.delete(userId));
  print(
    { json: { user_id: userId, deleted: true }, text: `User ${userId} is deleted, with all grants.` },
    json === true,
  );
}

function toJson(user: User) {
  return {
    user_id: user.userId,
    member_code: user.memberCode,
    subject: user.subject,
    name: user.name,
    email: user.email,
    disabled: user.disabledAt !== undefined,
    second_factor: user.secondFactorAt !== undefined,
    second_factor_required: user.secondFactorRequired || user.memberRequiresSecondFactor,
    password_changed_at: momentText(user.passwordChangedAt),
    created_at: momentText(user.createdAt),
    updated_at: momentText(user.updatedAt),
  };
}
