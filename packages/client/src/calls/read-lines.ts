import { PlatformError } from '../errors/platform-error.js';
import { decodeText } from '../wire/envelope.js';
import type { OpenAnswer } from '../wire/exchange.js';
import type { DataApi } from './data-api.js';

/** The maximum length of a line. A longer line is refused, because it would fill the memory. */
const mostLineBytes = 65_536;
const newLine = 0x0a;

/**
 * Reads an answer that has one JSON value on each line. A page contains the values that have arrived together. If the
 * connection breaks, the call is repeated, and the values that were delivered before are skipped. This is possible
 * because the bytes of the answer do not change.
 *
 * @throws PlatformError `answer-unexpected` if a line is not JSON or longer than 64 KiB
 */
export async function* readLines<Value>(
  api: DataApi,
  path: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly Value[], void, undefined> {
  const call = { method: 'GET', path, headers: { accept: 'application/x-ndjson, application/json' }, signal } as const;
  let handedOut = 0;
  let pages: AsyncGenerator<readonly Value[], void, undefined> | undefined;
  try {
    for (;;) {
      // An attempt continues the open answer, or repeats the call and skips delivered values.
      const page = await api.repeated(async () => {
        try {
          pages ??= linesOf<Value>(await api.open(call), handedOut);
          return await pages.next();
        } catch (error) {
          pages = undefined;
          throw error;
        }
      }, call);
      if (page.done === true) return;
      handedOut += page.value.length;
      yield page.value;
    }
  } finally {
    await pages?.return();
  }
}

/** The values of an answer without its first `leftOut` values. */
async function* linesOf<Value>(answer: OpenAnswer, leftOut: number): AsyncGenerator<readonly Value[], void, undefined> {
  const { address, status } = answer;
  const refuse = (reason: string, isBroken: boolean): never => {
    throw new PlatformError(isBroken ? 'answer-corrupt' : 'answer-unexpected', reason, { address, status });
  };
  let rest = new Uint8Array();
  let left = leftOut;
  for await (const piece of answer.pieces()) {
    const text = joined(rest, piece);
    const end = text.lastIndexOf(newLine) + 1;
    rest = text.slice(end);
    const lines = end === 0 ? [] : decodeText(text.subarray(0, end - 1)).split('\n');
    if (rest.length > mostLineBytes || lines.some(({ length }) => length > mostLineBytes))
      refuse('A line is too long', false);
    const values = lines.slice(left).map((line) => (parse(line) as Value) ?? refuse('A line is no JSON', false));
    left = Math.max(0, left - lines.length);
    if (values.length > 0) yield values;
  }
  if (rest.length > 0) refuse('The answer ends in the middle of a line', true);
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  if (one.length === 0) return other;
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
