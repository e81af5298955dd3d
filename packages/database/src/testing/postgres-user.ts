import { readFile } from 'node:fs/promises';

/** PostgreSQL does not run as root. */
export interface PostgresUser {
  readonly uid: number;
  readonly gid: number;
}

const nobody: PostgresUser = { uid: 65_534, gid: 65_534 };

/** The user that a server runs as when we are root: `postgres` if there is one, else `nobody`. Nothing when we are not root. */
export async function postgresUser(): Promise<PostgresUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '');
  for (const name of ['postgres', 'nobody']) {
    const [, uid, gid] = new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, 'm').exec(users) ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  return nobody;
}
