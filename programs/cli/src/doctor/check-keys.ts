import type { AuthAdministration } from '@trading-platform/auth-core';
import { readDatabaseSettings } from '../env.js';
import { canGo } from '../former-secret-key.js';
import { withAuthAdministration } from '../open-databases.js';
import { type Finding, good, trouble } from './finding.js';

/** Whether auth can sign, and whether the former secret key can be removed. */
export function checkKeys(): Promise<readonly Finding[]> {
  return withAuthAdministration(examineKeys, { changesNothing: true });
}

async function examineKeys({ keys, secretKey }: AuthAdministration): Promise<readonly Finding[]> {
  const { formerSecretKey } = readDatabaseSettings();
  const active = (await keys.list()).filter(({ state }) => state === 'active');
  const signing =
    active.length === 1
      ? good('signing keys', `auth signs with ${active[0]?.keyId}`)
      : trouble('signing keys', 'bad', 'auth has no key to sign with', 'Run: tpctl key rotate');
  if (formerSecretKey === undefined) return [signing];
  if (!canGo(await secretKey.reseal({ dryRun: true }), true))
    return [signing, good('former key', 'AUTH_FORMER_SECRET_KEY is still needed')];
  const remedy = 'Remove AUTH_FORMER_SECRET_KEY from auth and tpctl';
  return [signing, trouble('former key', 'warning', 'nothing needs AUTH_FORMER_SECRET_KEY any more', remedy)];
}
