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
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const users = text.split('\n').map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find(([login]) => login === name) ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  return nobody;
}
