/** An answer without the values that differ from one run to the next. */
export interface Comparable {
  readonly status: number;
  readonly headerNames: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** The parts of bodies that differ between two runs: identifiers, cursors, times of the run, and durations. */
const variableParts: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'UUID'],
  // The last release does not know the user of a batch.
  [/("client_id":"[^"]+"),"user_id":"[^"]*"/g, '$1'],
  [/"(client_id|change_cursor|next_cursor)":"[^"]+"/g, '"$1":"…"'],
  [/"(stored_bytes|wait_ms|run_ms)":"?\d+"?/g, '"$1":"…"'],
  [/"((?:requested|started|snapshot|ended|last_read|expires)_at|create_date)":"[^"]+"/g, '"$1":"…"'],
  [/127\.0\.0\.1:\d+/g, 'HOST'],
];
/**
 * Headers that both answers must have. The values of these headers may differ. The lengths and checksums of bodies
 * depend on the parts that differ.
 */
const variableHeaders = new Set([
  'age',
  'content-length',
  'date',
  'etag',
  'ratelimit-remaining',
  'ratelimit-reset',
  'retry-after',
  'x-change-cursor',
  'x-range-crc32',
  'x-request-id',
]);

/** Returns the part of an answer that must be equal on two platforms with the same data. */
export async function comparable(answer: Response): Promise<Comparable> {
  const headers = [...answer.headers].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return {
    status: answer.status,
    headerNames: headers.map(([name]) => name),
    headers: Object.fromEntries(
      headers.flatMap(([name, value]) => (variableHeaders.has(name) ? [] : [[name, withoutVariable(value)]])),
    ),
    text: withoutVariable(await answer.clone().text()),
  };
}

function withoutVariable(text: string): string {
  return variableParts.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), text);
}
