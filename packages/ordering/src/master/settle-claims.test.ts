import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Claim, ownersAfter, settleClaims } from './settle-claims.js';

const settle = (rows: readonly [key: string, ...names: string[]][], owners: Readonly<Record<string, string>> = {}) => {
  const claims = rows.map(([key, ...names]) => ({ key, names }));
  const { taken, refused } = settleClaims(claims, new Map(Object.entries(owners)));
  return { taken: Object.fromEntries(taken), refused: refused.map(({ index }) => index) };
};

describe('settling claims', () => {
  it('takes what does not collide, and of each product the last row', () => {
    expect(
      settle([
        ['A', '1'],
        ['B', '2'],
        ['A', '3'],
      ]),
    ).toEqual({ taken: { A: 2, B: 1 }, refused: [] });
  });

  it('gives a name to the earlier of two rows', () => {
    expect(
      settle([
        ['A', '1'],
        ['B', '1'],
      ]),
    ).toEqual({ taken: { A: 0 }, refused: [1] });
  });

  it('lets the owner of a name keep it', () => {
    expect(
      settle(
        [
          ['A', '1'],
          ['B', '1'],
        ],
        { 1: 'B' },
      ),
    ).toEqual({ taken: { B: 1 }, refused: [0] });
    expect(settle([['A', '1']], { 1: 'B' })).toEqual({ taken: {}, refused: [0] });
  });

  it('lets products exchange names, and pass them on in any order', () => {
    expect(
      settle(
        [
          ['A', '2'],
          ['B', '1'],
        ],
        { 1: 'A', 2: 'B' },
      ).refused,
    ).toEqual([]);
    expect(settle([['C', '2'], ['B', '1'], ['A']], { 1: 'A', 2: 'B' }).refused).toEqual([]);
  });

  it('falls back to the row before where the last of a product cannot be taken', () => {
    expect(
      settle([
        ['A', '1'],
        ['B', '2'],
        ['A', '2'],
      ]),
    ).toEqual({ taken: { A: 0, B: 1 }, refused: [2] });
  });

  it('takes back what rested on a row that is refused', () => {
    expect(
      settle(
        [
          ['B', '1'],
          ['A', '9'],
        ],
        { 1: 'A', 9: 'X' },
      ),
    ).toEqual({ taken: {}, refused: [1, 0] });
  });

  it('never lets two products have one name, and comes to the same again', () => {
    const name = fc.constantFrom('1', '2', '3', '4');
    const row = fc.tuple(fc.constantFrom('A', 'B', 'C', 'D'), fc.uniqueArray(name, { maxLength: 3 }));
    const property = fc.property(
      fc.array(row, { maxLength: 10 }),
      fc.array(row, { maxLength: 10 }),
      (first, second) => {
        let owners = new Map<string, string>();
        const settled: (typeof owners)[] = [];
        const settledAgain: (typeof owners)[] = [];
        for (const rows of [first, second]) {
          const claims = rows.map(([key, names]) => ({ key, names }));
          const { taken } = settleClaims(claims, owners);
          owners = apply(owners, claims, taken);
          const again = settleClaims(claims, owners);
          settled.push(owners);
          settledAgain.push(apply(owners, claims, again.taken));
        }
        expect(settledAgain).toEqual(settled);
      },
    );
    fc.assert(property, { numRuns: 2_000 });
  });
});

/**
 * Returns the owner of each name after all accepted rows have been applied in order.
 *
 * @throws Error if two owners have the same name
 */
function apply(
  owners: ReadonlyMap<string, string>,
  claims: readonly Claim[],
  taken: ReadonlyMap<string, number>,
): Map<string, string> {
  const names = [...taken.values()].flatMap((index) => claims[index]?.names ?? []);
  if (new Set(names).size !== names.length) throw new Error(`One name is given twice: ${names.join(' ')}`);
  const owned = names.map((name) => owners.get(name)).filter((owner) => owner !== undefined);
  const robbed = owned.filter((owner) => !taken.has(owner));
  if (robbed.length > 0) throw new Error(`Names are taken from ${robbed.join(' ')}`);
  return new Map([...ownersAfter(owners, claims, taken)].toSorted(([left], [right]) => (left < right ? -1 : 1)));
}
