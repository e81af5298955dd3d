import type { Download, RecordHead } from './download.js';
import type { RecordSnapshot, RecordSource } from './record-source.js';

/** A download as the batch engine runs it. */
export interface DownloadFunction<Criteria> {
  readonly name: string;
  readonly arrayName: string;
  readonly recordHead?: RecordHead;
  open(criteria: Criteria, signal: AbortSignal, input?: Uint8Array, changesSince?: string): Promise<RecordSnapshot>;
}

/** Binds a download to the source of its records. */
export function downloadFunction<Criteria>(
  { name, arrayName, recordHead }: Download<never, Criteria>,
  source: RecordSource<NoInfer<Criteria>>,
): DownloadFunction<Criteria> {
  return {
    name,
    arrayName,
    ...(recordHead === undefined ? {} : { recordHead }),
    open: (criteria, signal, _input, changesSince) => source.open(criteria, signal, changesSince),
  };
}
