import { readFile } from 'node:fs/promises';

/** The user under whom PostgreSQL runs, because PostgreSQL refuses to run as root. */
export interface PostgresUser {
  readonly uid: number;
  readonly gid: number;
}

const nobody: PostgresUser = { uid: 65_534, gid: 65_534 };

/**
 * Returns the user under whom a server runs if this process runs as root: `postgres` if this user exists, and otherwise `nobody`.
 * Returns undefined if this process does not run as root.
 */
export async function postgresUser(): Promise<PostgresUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const users = text.split('\n').map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find(([login]) => login === name) ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  return nobody;
}
