import { stat } from 'node:fs/promises';
import { parseDatabaseAddress } from '@trading-platform/database';
import { platformSettings } from '@trading-platform/service/settings';
import type { DatabaseAddresses } from '../env.js';
import { type Finding, good, trouble } from './finding.js';

const othersMayRead = 0o044;

/** The secret that anybody can read in the sources. */
export function checkSecretKey(secretKey: string, issuer: string): Finding {
  if (secretKey !== platformSettings.AUTH_SECRET_KEY.default)
    return good('secret key', 'AUTH_SECRET_KEY is a key of your own');
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(issuer).hostname);
  return trouble(
    'secret key',
    isLocal ? 'warning' : 'bad',
    'AUTH_SECRET_KEY is the default, which is public',
    'Make one (openssl rand -base64 48), and change it as docs/operations.md says under "The secret key of auth"',
  );
}

/** Checks who may read the files of SQLite. */
export async function checkFiles(addresses: DatabaseAddresses): Promise<readonly Finding[]> {
  const all = [addresses.authDatabase, addresses.orderingDatabase, addresses.batchDatabase];
  const files = all.flatMap((address) => {
    const parsed = address === undefined ? undefined : parseDatabaseAddress(address);
    return parsed?.dialect === 'sqlite' ? [parsed.path] : [];
  });
  return Promise.all(files.map(checkMode));
}

async function checkMode(file: string): Promise<Finding> {
  const { mode } = await stat(file);
  if ((mode & othersMayRead) === 0) return good('file mode', `only its owner can read ${file}`);
  const found = `others on this machine can read ${file}`;
  return trouble('file mode', 'warning', found, `Run: chmod 600 ${file} ${file}-wal ${file}-shm`);
}
