import { readFile } from 'node:fs/promises';

const page = new URL('../../docs/database-roles.md', import.meta.url);

/**
 * The names of the roles in the documents. The roles of a test's platform have a suffix, because many platforms share
 * one server.
 */
const rolesInText = /\bplatform_(owner|auth|api|worker)\b/g;
const databaseNames = /\b(DATABASE )(auth|ordering)(, ordering)?\b/g;

export const roleNames = ['owner', 'auth', 'api', 'worker'] as const;

/** The roles of the documents: the owner of the tables, and one for each service. */
export type RoleName = (typeof roleNames)[number];

/** The operators' statements that give each service its own role, from the documents. */
export interface RoleStatements {
  /** Run by a superuser, before anything else exists. */
  readonly once: readonly string[];
  /** Run by the owner, after each migration. */
  readonly grants: Readonly<Record<'auth' | 'ordering', string>>;
}

/** @param suffix of all roles and databases */
export async function readRoleStatements(suffix: string): Promise<RoleStatements> {
  const text = await readFile(page, 'utf8');
  const blocks = [...text.matchAll(/^```sql\n([^]*?)^```/gm)].map(([, block = '']) => renamed(block, suffix));
  const [once, auth, ordering] = blocks;
  if (once === undefined || auth === undefined || ordering === undefined || blocks.length > 3) {
    throw new Error(`The page of roles has ${blocks.length} blocks of SQL, not 3`);
  }
  return { once: once.split('\n').filter(Boolean), grants: { auth, ordering } };
}

/** The name of a role for the tests. */
export function roleOf(who: RoleName, suffix: string): string {
  return `platform_${who}_${suffix}`;
}

function renamed(block: string, suffix: string): string {
  return block
    .replace(rolesInText, `$&_${suffix}`)
    .replace(databaseNames, (_, word: string, name: string, other = '') =>
      [`${word}${name}_${suffix}`, other && `${other}_${suffix}`].join(''),
    );
}
