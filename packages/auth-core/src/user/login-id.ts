import type { StoredUser } from './user.js';
import type { UserStore } from './user-store.js';

export const longestLoginId = 128;
/** A longer text is no login ID. */
const foldedUnits = 8 * longestLoginId;
const invisible = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** One spelling for what looks the same: NFKC, without outer blanks and without what nobody sees. Case counts. */
export function foldLoginId(typed: string): string {
  if (typed.length > foldedUnits) return typed;
  return typed.normalize('NFKC').replaceAll(invisible, '').normalize('NFKC').trim();
}

/** The user of a login ID, however it is spelled. */
export function findUser(users: Pick<UserStore, 'find'>, typed: string): Promise<StoredUser | undefined> {
  return users.find(foldLoginId(typed));
}
