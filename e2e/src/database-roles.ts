import { readFile } from 'node:fs/promises';

const folder = new URL('../../deploy/postgres/', import.meta.url);

/**
 * The names of the roles in the scripts. The roles of a test's platform have a suffix, because many platforms share
 * one server.
 */
const rolesInText = /\bplatform_(owner|auth|api|worker)\b/g;
const databaseNames = /\b(DATABASE )(auth|ordering)(, ordering)?\b/g;

export const roleNames = ['owner', 'auth', 'api', 'worker'] as const;

/** The roles of the scripts: the owner of the tables, and one for each service. */
export type RoleName = (typeof roleNames)[number];

/** The operators' statements that give each service its own role, from deploy/postgres. */
export interface RoleStatements {
  /** Run by a superuser, before anything else exists. */
  readonly once: readonly string[];
  /** Run by the owner, after each migration. */
  readonly grants: Readonly<Record<'auth' | 'ordering', string>>;
}

/** @param suffix of all roles and databases */
export async function readRoleStatements(suffix: string): Promise<RoleStatements> {
  const read = async (name: string) => renamed(await readFile(new URL(`${name}.sql`, folder), 'utf8'), suffix);
  const once = await read('roles');
  return {
    once: once.split('\n').filter(Boolean),
    grants: { auth: await read('grants-auth'), ordering: await read('grants-ordering') },
  };
}

/** The name of a role for the tests. */
export function roleOf(who: RoleName, suffix: string): string {
  return `platform_${who}_${suffix}`;
}

function renamed(script: string, suffix: string): string {
  return script
    .replace(rolesInText, `$&_${suffix}`)
    .replace(databaseNames, (_, word: string, name: string, other = '') =>
      [`${word}${name}_${suffix}`, other && `${other}_${suffix}`].join(''),
    );
}
