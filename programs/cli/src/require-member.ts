import { CliError, remark } from '@trading-platform/terminal';
import { checkMember } from './open-databases.js';

/**
 * If the ordering database cannot be reached, it is probably on another machine, so the command goes on without the
 * check.
 */
export async function requireMember(memberCode: string): Promise<void> {
  const check = await checkMember(memberCode);
  if (check === 'unknown') {
    const message = `There is no member ${memberCode}: import it first (tpctl import members <file>), or use --no-member-check`;
    throw new CliError('input', message);
  }
  if (check === 'cannot-be-checked') {
    remark(`tpctl: the ordering database has no members or cannot be reached, so member ${memberCode} was not checked`);
  }
}
