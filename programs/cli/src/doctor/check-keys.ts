import { readDatabaseSettings } from '../env.js';
import { withAuthAdministration } from '../open-databases.js';
import { type Finding, good, trouble } from './finding.js';

/** Whether auth can sign, and whether the former secret key can go. */
export async function checkKeys(): Promise<readonly Finding[]> {
  const { formerSecretKey } = readDatabaseSettings();
  return withAuthAdministration(async ({ keys, secretKey }) => {
    const active = (await keys.list()).filter(({ state }) => state === 'active');
    const signing =
      active.length === 1
        ? good('signing keys', `auth signs with ${active[0]?.keyId}`)
        : trouble('signing keys', 'bad', 'auth has no key to sign with', 'Run: tpctl key rotate');
    if (formerSecretKey === undefined) return [signing];
    const { signingKeys, clients, grants } = await secretKey.reseal({ dryRun: true });
    if (signingKeys.length + clients.length + grants > 0)
      return [signing, good('former key', 'AUTH_FORMER_SECRET_KEY is still needed')];
    const remedy = 'Remove AUTH_FORMER_SECRET_KEY from auth and tpctl';
    return [signing, trouble('former key', 'warning', 'nothing needs AUTH_FORMER_SECRET_KEY any more', remedy)];
  });
}
