import { readFile } from 'node:fs/promises';

const folder = new URL('../../deploy/postgres/', import.meta.url);

/**
 * The role names that the scripts use. In tests the role names have a suffix, because many platforms share one database
 * server.
 */
const rolesInText = /\bplatform_(owner|auth|api|worker)\b/g;
/** Only psql understands these lines, so they are not sent to the server. */
const commandsOfPsql = /^\\.*\n/gm;
const databaseNames = /\b(DATABASE )(auth|ordering)(, ordering)?\b/g;

export const roleNames = ['owner', 'auth', 'api', 'worker'] as const;

/** The roles that the scripts create: one owns the tables, and each service has one. */
export type RoleName = (typeof roleNames)[number];

/**
 * The statements with which operators give each service its own role. The statements come from the folder
 * deploy/postgres.
 */
export interface RoleStatements {
  /** A superuser runs these statements first. */
  readonly once: readonly string[];
  /** The owner runs these statements after each migration. */
  readonly grants: Readonly<Record<'auth' | 'ordering', string>>;
}

/** @param suffix of all roles and databases */
export async function readRoleStatements(suffix: string): Promise<RoleStatements> {
  const read = async (name: string) => {
    const script = await readFile(new URL(`${name}.sql`, folder), 'utf8');
    return renamed(script.replaceAll(commandsOfPsql, ''), suffix);
  };
  const once = await read('roles');
  return {
    once: once.split('\n').filter(Boolean),
    grants: { auth: await read('grants-auth'), ordering: await read('grants-ordering') },
  };
}

/** Returns the name of a role in the tests. */
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
