import type pg from 'pg';

/** The oldest major version that the PostgreSQL project still supports (November 2026). All newer versions are accepted. */
const oldestMajorVersion = 15;

/** `server_version_num` is the major version multiplied by this number, plus the minor version. */
const perMajorVersion = 10_000;

/** @throws Error that names the version of a server that is too old */
export async function requireSupportedServer(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ number: number }>(`SELECT current_setting('server_version_num')::int AS number`);
  const number = rows[0]?.number ?? 0;
  if (number >= oldestMajorVersion * perMajorVersion) return;
  const version = `${Math.floor(number / perMajorVersion)}.${number % perMajorVersion}`;
  throw new Error(`PostgreSQL ${version} is too old: ${oldestMajorVersion} or newer is needed`);
}
