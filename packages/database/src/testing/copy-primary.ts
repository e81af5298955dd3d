import { execFile } from 'node:child_process';
import { appendFile, chown, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

/** With this slot, the primary keeps the part of the log that the standby has not received. */
const slot = 'standby';
const ofTheRunningServer = ['postmaster.pid', 'postmaster.opts', 'pg_wal', 'pg_replslot'];
const emptyFolders = ['pg_wal', join('pg_wal', 'archive_status'), 'pg_replslot'];

/**
 * Copies the data folder of a running primary for a standby, in the way that PostgreSQL's manual describes for copies without
 * `pg_basebackup`. No npm package contains `pg_basebackup`. After the copy, the standby follows the primary.
 *
 * @param url of the primary's maintenance database, with full rights
 * @param directory of the standby; it must not exist yet
 */
export async function copyPrimary(url: string, directory: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`SELECT pg_create_physical_replication_slot('${slot}', true) WHERE NOT EXISTS (
      SELECT 1 FROM pg_replication_slots WHERE slot_name = '${slot}')`);
    const { rows: folders } = await client.query<{ data_directory: string }>('SHOW data_directory');
    await client.query(`SELECT pg_backup_start('standby', true)`);
    await copyFiles(folders[0]?.data_directory ?? '', directory);
    const { rows: labels } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
    await makeStandby(directory, url, labels[0]?.labelfile ?? '');
  } finally {
    await client.end();
  }
}

/**
 * Copies files with their owners, which Node's own `cp` does not do. If a file disappears during the copy, its changes are in the
 * log.
 */
async function copyFiles(from: string, to: string): Promise<void> {
  const { stderr } = await promisify(execFile)('cp', ['-a', from, to], { env: { ...process.env, LC_ALL: 'C' } }).catch(
    (error: { stderr: string }) => error,
  );
  const failures = stderr.split('\n').filter((line) => line !== '' && !line.includes('No such file or directory'));
  if (failures.length > 0) throw new Error(failures.join('\n'));
}

async function makeStandby(directory: string, url: string, label: string): Promise<void> {
  const { uid, gid } = await stat(directory);
  for (const name of ofTheRunningServer) await rm(join(directory, name), { recursive: true, force: true });
  for (const name of emptyFolders) {
    await mkdir(join(directory, name), { mode: 0o700 });
    await chown(join(directory, name), uid, gid);
  }
  for (const [name, text] of [
    ['backup_label', label],
    ['standby.signal', ''],
  ] as const) {
    await writeFile(join(directory, name), text, { mode: 0o600 });
    await chown(join(directory, name), uid, gid);
  }
  await appendFile(join(directory, 'postgresql.auto.conf'), standbySettings(new URL(url)));
}

function standbySettings({ hostname, port, username, password }: URL): string {
  const primary = `host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`;
  return `primary_conninfo = '${primary} application_name=standby'
primary_slot_name = '${slot}'
synchronous_standby_names = ''\n`;
}
