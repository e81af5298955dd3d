import type { SigningKey } from '@trading-platform/auth-core';
import { momentText, print, table } from '@trading-platform/terminal';
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

/** The next key becomes the active one; tokens of the one so far stay valid to their end. */
export async function rotateKeys({ force, json }: KeyRotateOptions): Promise<void> {
  const keys = await withAuthAdministration((administration) => administration.keys.rotate({ force: force === true }));
  print({ json: keys.map(toJson), text: toText(keys) }, json === true);
}

/** Ends everything that a key has signed; the keys that are left, and a new one, go on. */
export async function withdrawKey({ keyId, json }: KeyWithdrawOptions): Promise<void> {
  const keys = await withAuthAdministration((administration) => administration.keys.withdraw(keyId));
  print({ json: keys.map(toJson), text: toText(keys) }, json === true);
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
