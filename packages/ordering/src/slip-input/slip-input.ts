import { type Flag, flag } from '@trading-platform/domain-types';

const quote = 0x22;
const backslash = 0x5c;
const openBracket = 0x5b;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * Yields the JSON of each element of a validated request that contains a list of orders or slips. Elements are kept as
 * bytes, because JavaScript objects would take more memory. The list is the only part of the request that contains
 * objects.
 */
export function* elementsIn(input: Uint8Array): Generator<Uint8Array> {
  let depth = 0;
  let start = 0;
  for (let at = input.indexOf(openBracket) + 1; at < input.length; at++) {
    const byte = input[at];
    if (byte === quote) {
      at = endOfText(input, at + 1);
    } else if (byte === openBrace) {
      if (depth++ === 0) start = at;
    } else if (byte === closeBrace && --depth === 0) {
      yield input.subarray(start, at + 1);
    }
  }
}

/** Returns the number of elements in a request. */
export function countElements(input: Uint8Array): number {
  let count = 0;
  for (const _ of elementsIn(input)) count++;
  return count;
}

/** Whether the elements are only judged and nothing is stored. */
export function isCheckOnly(input: Uint8Array): boolean {
  const head = textOf(input.subarray(0, input.indexOf(openBracket)));
  return (JSON.parse(`${head}[]}`) as { readonly check_only?: Flag }).check_only === flag.on;
}

/** Reads one element of a validated request. */
export function readElement(json: Uint8Array): unknown {
  return JSON.parse(textOf(json));
}

function endOfText(input: Uint8Array, start: number): number {
  let at = input.indexOf(quote, start);
  while (isEscaped(input, at)) at = input.indexOf(quote, at + 1);
  return at;
}

/** A character is escaped if an odd number of backslashes comes before it. */
function isEscaped(input: Uint8Array, at: number): boolean {
  let before = at - 1;
  while (input[before] === backslash) before--;
  return (at - before) % 2 === 0;
}

function textOf({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString('utf8');
}
