import { useEffect, useMemo, useState } from 'preact/hooks';
import type { ConsoleBatch } from '../../../wire/index.js';
import { fetchRange } from './fetch-range.js';
import { RecordWindows } from './record-windows.js';

/** The number of records in a window, which are fetched at once; a page holds at most 20 windows, some 40 MB of the widest records. */
const windowSize = 50;
const keptWindows = 40;

/** The records of a batch as they are looked at; draws again when some have come. */
export function useRecordWindows({ batchId, recordCount }: ConsoleBatch): {
  readonly windows: RecordWindows;
  readonly version: number;
} {
  const [version, setVersion] = useState(0);
  const windows = useMemo(
    () =>
      new RecordWindows({
        recordCount,
        windowSize,
        keptWindows,
        fetchRange: (seqFrom, seqTo, signal) => fetchRange(batchId, seqFrom, seqTo, signal),
        onChange: () => setVersion((former) => former + 1),
      }),
    [batchId, recordCount],
  );
  useEffect(() => () => windows.close(), [windows]);
  return { windows, version };
}
