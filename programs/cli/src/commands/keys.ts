import type { FormerSecretKeyUse, SigningKey } from '@trading-platform/auth-core';
import { momentText, print, table } from '@trading-platform/terminal';
import { canGo } from '../former-secret-key.js';
import { withAuthAdministration } from '../open-databases.js';

interface Json {
  readonly json?: true;
}

export async function listKeys({ json }: Json): Promise<void> {
  const keys = await withAuthAdministration((administration) => administration.keys.list());
  print({ json: keys.map(toJson), text: toText(keys) }, json === true);
}

export interface KeyRotateOptions extends Json {
  readonly force?: true;
}

export interface KeyWithdrawOptions extends Json {
  readonly keyId: string;
}

/** Activates the next key; tokens of the previous key stay valid until they expire. */
export async function rotateKeys({ force, json }: KeyRotateOptions): Promise<void> {
  const keys = await withAuthAdministration((administration) => administration.keys.rotate({ force: force === true }));
  print({ json: keys.map(toJson), text: toText(keys) }, json === true);
}

/** Invalidates every signature of a key. The other keys remain in use, together with a new one. */
export async function withdrawKey({ keyId, json }: KeyWithdrawOptions): Promise<void> {
  const keys = await withAuthAdministration((administration) => administration.keys.withdraw(keyId));
  print({ json: keys.map(toJson), text: toText(keys) }, json === true);
}

export interface KeyResealOptions extends Json {
  readonly dryRun?: true;
}

/** Seals the signing keys with the current secret key, and reports whether the former one is still needed. */
export async function resealKeys({ dryRun, json }: KeyResealOptions): Promise<void> {
  const isDry = dryRun === true;
  const use = await withAuthAdministration((administration) => administration.secretKey.reseal({ dryRun: isDry }));
  print({ json: useToJson(use, isDry), text: useToText(use, isDry) }, json === true);
}

function useToText(use: FormerSecretKeyUse, isDry: boolean): string {
  const { signingKeys, authenticators, clients, grants, lastGrantExpiresAt } = use;
  const rows = clients.map(({ clientId, name, which, endsAt }) => [
    clientId,
    name,
    which === 'present' ? 'until it is next used' : `replaced, ends ${momentText(endsAt ?? 0)}`,
  ]);
  return [
    `Signing keys ${isDry ? 'that would be sealed' : 'sealed'} anew: ${signingKeys.length}.`,
    ...(authenticators === 0
      ? []
      : [`Secrets of authenticator apps ${isDry ? 'that would be sealed' : 'sealed'} anew: ${authenticators}.`]),
    ...(rows.length === 0
      ? []
      : ['Client secrets of the former key:', table([['CLIENT_ID', 'NAME', 'SECRET'], ...rows])]),
    ...(grants === 0
      ? []
      : [
          `Grants with a refresh token of the former key: ${grants}; the last expires ${momentText(lastGrantExpiresAt ?? 0)}.`,
        ]),
    canGo(use, isDry)
      ? 'AUTH_FORMER_SECRET_KEY can go: nothing needs it any more.'
      : 'AUTH_FORMER_SECRET_KEY must stay. Each of these is renewed when it is next used; run this again later.',
  ].join('\n');
}

function useToJson(use: FormerSecretKeyUse, isDry: boolean) {
  return {
    signing_keys: use.signingKeys,
    authenticators: use.authenticators,
    clients: use.clients.map(({ clientId, name, which, endsAt }) => ({
      client_id: clientId,
      name,
      secret: which,
      ends_at: moment(endsAt),
    })),
    grants: use.grants,
    last_grant_expires_at: moment(use.lastGrantExpiresAt),
    former_can_go: canGo(use, isDry),
  };
}

function toText(keys: readonly SigningKey[]): string {
  if (keys.length === 0) return 'No keys: the authentication service makes the first ones when it starts.';
  const rows = keys.map(({ keyId, state, createdAt }) => [keyId, state, momentText(createdAt)]);
  return table([['KEY_ID', 'STATE', 'CREATED'], ...rows]);
}

function toJson({ keyId, state, createdAt, publishedAt, activatedAt, retiredAt }: SigningKey) {
  return {
    key_id: keyId,
    state,
    created_at: momentText(createdAt),
    published_at: momentText(publishedAt),
    activated_at: moment(activatedAt),
    retired_at: moment(retiredAt),
  };
}

function moment(time: number | undefined): string | null {
  return time === undefined ? null : momentText(time);
}
