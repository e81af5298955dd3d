/** A row that needs one or more unique names. Two products of the same member cannot have the same name. */
export interface Claim {
  /** The key of the product. If several rows belong to the same product, the last row counts. */
  readonly key: string;
  readonly names: readonly string[];
}

export interface SettledClaims {
  /** The index of the accepted row for each product. */
  readonly taken: ReadonlyMap<string, number>;
  /** The rows that were refused, each with a name that it needs and the product that owns this name. */
  readonly refused: readonly { readonly index: number; readonly name: string; readonly owner: string }[];
}

/** A product that gets a new name frees its old name for another product. Real chains of renamed products are shorter. */
const turnsAtMost = 20;

/**
 * Decides which rows can be accepted together. If an accepted product gives up a name, another row can take this name:
 * the order of the two rows does not matter. If two rows need the same name, the product that already owns the name
 * gets it. If no product owns the name, the earlier row gets it. If the last row of a product is refused, the previous
 * row of this product is used instead. If the same rows are loaded again, nothing changes.
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

/** Returns the owner of each name after the accepted rows are applied. */
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
