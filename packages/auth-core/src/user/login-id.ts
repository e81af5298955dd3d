import type { StoredUser } from './user.js';
import type { UserStore } from './user-store.js';

export const longestLoginId = 128;
/** The maximum number of UTF-16 units of a login ID that are processed. Any longer text cannot be a login ID. */
const foldedUnits = 8 * longestLoginId;
const invisible = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * Converts login IDs that look the same to one spelling: in the Unicode form NFKC, without spaces at the start and end, and
 * without invisible characters. Upper and lower case remain different in a login ID.
 */
export function foldLoginId(typed: string): string {
  if (typed.length > foldedUnits) return typed;
  return typed.normalize('NFKC').replaceAll(invisible, '').normalize('NFKC').trim();
}

/** Finds the user of a login ID in any of its spellings. */
export function findUser(users: Pick<UserStore, 'find'>, typed: string): Promise<StoredUser | undefined> {
  return users.find(foldLoginId(typed));
}
