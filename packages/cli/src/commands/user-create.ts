import type { AuthAdministration, User } from '@trading-platform/auth-core';
import { CliError } from '../cli-error.js';
import { checkMember, withAuthAdministration } from '../open-databases.js';
import { print, remark } from '../output.js';
import { readSecret } from '../read-secret.js';

export interface UserCreateOptions {
  readonly userId: string;
  readonly memberCode: string;
  readonly name?: string;
  readonly email?: string;
  readonly memberCheck: boolean;
  readonly replace?: true;
  readonly json?: true;
}

/** Makes a user of a member that exists. */
export async function userCreate(options: UserCreateOptions): Promise<void> {
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

/** Where the ordering database cannot be reached from here, it is another machine's: the user is made nevertheless. */
async function requireMember(memberCode: string): Promise<void> {
  const check = await checkMember(memberCode);
  if (check === 'unknown') {
    const message = `There is no member ${memberCode}: import it first (tpctl import members <file>), or use --no-member-check`;
    throw new CliError('input', message);
  }
  if (check === 'cannot-be-checked') {
    remark(`tpctl: the ordering database has no members or cannot be reached, so member ${memberCode} was not checked`);
  }
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
