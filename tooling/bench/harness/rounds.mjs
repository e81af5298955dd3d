/** @typedef {Readonly<Record<string, (round: number) => Promise<any>>>} Ways */

/**
 * Measures all compared programs in each round, so that a slow phase of the machine affects all of them. The first
 * rounds are not counted, because Node still compiles the programs then.
 *
 * @template {Ways} Given
 * @param {number} rounds
 * @param {Given} ways
 * @param {{ warmUps?: number }} [options]
 * @returns {Promise<{ [Name in keyof Given]: readonly Awaited<ReturnType<NonNullable<Given[Name]>>>[] }>} the results
 * of each program, one for each measured round
 */
export async function inTurn(rounds, ways, { warmUps = 1 } = {}) {
  /** @type {Record<string, unknown[]>} */
  const results = {};
  for (let round = 1 - warmUps; round <= rounds; round++) {
    for (const [name, way] of Object.entries(ways)) {
      const result = await way(round);
      if (round > 0) (results[name] ??= []).push(result);
    }
  }
  return /** @type {any} */ (results);
}

/**
 * @template Measured
 * @param {readonly Measured[]} measured
 * @param {(measured: Measured, round: number) => number} figureOf
 */
export function medianBy(measured, figureOf) {
  return medianOf(measured.map(figureOf));
}

/**
 * Returns the median, over all rounds, of the ratio between two compared programs.
 *
 * @template Measured
 * @param {readonly Measured[]} measured
 * @param {readonly Measured[]} peers of the same rounds
 * @param {(measured: Measured) => number} figureOf
 */
export function ratioOf(measured, peers, figureOf) {
  return medianBy(measured, (each, round) => {
    const peer = peers[round];
    return peer === undefined ? Number.NaN : figureOf(each) / figureOf(peer);
  });
}

/** @param {readonly number[]} numbers */
export function medianOf(numbers) {
  const inOrder = numbers.toSorted((one, other) => one - other);
  const middle = (inOrder.length - 1) / 2;
  return ((inOrder[Math.floor(middle)] ?? Number.NaN) + (inOrder[Math.ceil(middle)] ?? Number.NaN)) / 2;
}
