/** A row that wants some names which only one product of a member may have. */
export interface Claim {
  /** Of the product; several rows may be about one product, and the last one counts. */
  readonly key: string;
  readonly names: readonly string[];
}

export interface SettledClaims {
  /** The row of each product that can be taken, by its place. */
  readonly taken: ReadonlyMap<string, number>;
  /** Rows that cannot, each with the name that it cannot have and the product that has it. */
  readonly refused: readonly { readonly index: number; readonly name: string; readonly owner: string }[];
}

/** More turns than names that move on and on can take in practice. */
const turnsAtMost = 20;

/**
 * Decides which rows can be taken together. What a taken product no longer wants is free for others, whichever row comes
 * first. Of two that want the same name, the one that has it already goes first, then the earlier one. Where the last row of a
 * product cannot be taken, the one before it counts. The same rows again change nothing.
 *
 * @param owners which product has a name now
 */
export function settleClaims(claims: readonly Claim[], owners: ReadonlyMap<string, string>): SettledClaims {
  let settled = settleOnce(claims, owners);
  for (let turn = 1; turn < turnsAtMost && settled.refused.length > 0; turn++) {
    const again = settleOnce(claims, ownersAfter(owners, claims, settled.taken));
    const taken = new Map([...settled.taken, ...again.taken]);
    const isStable = [...taken].every(([key, index]) => settled.taken.get(key) === index);
    settled = { taken, refused: again.refused };
    if (isStable) break;
  }
  return settled;
}

/** Which product has a name when rows have been taken. */
export function ownersAfter(
  owners: ReadonlyMap<string, string>,
  claims: readonly Claim[],
  taken: SettledClaims['taken'],
): Map<string, string> {
  const after = new Map([...owners].filter(([, key]) => !taken.has(key)));
  for (const [key, index] of taken) for (const name of claims[index]?.names ?? []) after.set(name, key);
  return after;
}

function settleOnce(claims: readonly Claim[], owners: ReadonlyMap<string, string>): SettledClaims {
  const rows = new Map<string, number[]>();
  for (const [index, { key }] of claims.entries()) rows.set(key, [...(rows.get(key) ?? []), index]);
  const refused: SettledClaims['refused'][number][] = [];
  for (;;) {
    const lost = losers(claims, rows, owners);
    if (lost.length === 0) break;
    for (const loser of lost) {
      refused.push(loser);
      const { key } = claims[loser.index] as Claim;
      const earlier = (rows.get(key) ?? []).slice(0, -1);
      if (earlier.length === 0) rows.delete(key);
      else rows.set(key, earlier);
    }
  }
  return { taken: new Map([...rows].map(([key, indexes]) => [key, indexes.at(-1) ?? 0])), refused };
}

function losers(
  claims: readonly Claim[],
  rows: ReadonlyMap<string, readonly number[]>,
  owners: ReadonlyMap<string, string>,
): SettledClaims['refused'][number][] {
  const last = [...rows.values()].map((indexes) => indexes.at(-1) ?? 0).toSorted((left, right) => left - right);
  const holders = new Map<string, string>();
  for (const index of last) {
    for (const name of claims[index]?.names ?? []) {
      if (owners.get(name) === claims[index]?.key) holders.set(name, owners.get(name) ?? '');
    }
  }
  return last.flatMap((index) => {
    const { key, names } = claims[index] as Claim;
    for (const name of names) {
      const current = owners.get(name);
      const owner = holders.get(name) ?? (current !== undefined && !rows.has(current) ? current : key);
      if (owner !== key) return [{ index, name, owner }];
      holders.set(name, key);
    }
    return [];
  });
}
