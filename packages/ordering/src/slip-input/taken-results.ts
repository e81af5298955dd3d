import { setImmediate as nextTurn } from 'node:timers/promises';
import { judgeOwnNumber } from './own-number.js';
import { elementsIn, isCheckOnly, readElement } from './slip-input.js';

/** A part of a request: the numbers of its first and last element, counted from 1. Both are included. */
export interface PlacesOfElements {
  readonly from: number;
  readonly to: number;
}

/** The way in which the accepted elements of a function are found again by the caller's own numbers. */
export interface TakenElements<Element, Bound extends { readonly digest: Buffer }, Result> {
  readonly numberOf: (element: Element) => string;
  readonly digestOf: (element: Element) => Buffer;
  readonly find: (numbers: readonly string[]) => Promise<ReadonlyMap<string, Bound>>;
  readonly resultOf: (element: Element, bound: Bound) => Result;
}

/**
 * Returns the results of the accepted elements of a request, even if its batch failed. The `seq` of each result is the number of
 * its element in the request.
 */
export async function takenResults<Element, Bound extends { readonly digest: Buffer }, Result>(
  input: Uint8Array,
  { from, to }: PlacesOfElements,
  { numberOf, digestOf, find, resultOf }: TakenElements<Element, Bound, Result>,
): Promise<readonly (Result & { readonly seq: string })[]> {
  if (isCheckOnly(input)) return [];
  const named: { readonly seq: number; readonly element: Element; readonly digest: Buffer }[] = [];
  let place = 0;
  for (const json of elementsIn(input)) {
    if (++place > to) break;
    if (place < from) continue;
    const element = readElement(json) as Element;
    named.push({ seq: place, element, digest: digestOf(element) });
    // Other requests get their turn, because a request may be large.
    await nextTurn();
  }
  const bound = await find(named.map(({ element }) => numberOf(element)));
  return named.flatMap(({ seq, element, digest }) => {
    const known = bound.get(numberOf(element));
    if (known === undefined || judgeOwnNumber(known, digest) !== 'repeat') return [];
    return [{ seq: String(seq), ...resultOf(element, known) }];
  });
}
