import { useEffect, useMemo, useState } from 'preact/hooks';
import type { ConsoleBatch } from '../../../wire/index.js';
import { fetchRange } from './fetch-range.js';
import { RecordWindows } from './record-windows.js';

/**
 * The number of records in a window. All records of a window are fetched together. A page keeps at most 20 windows,
 * which is about 40 MB if the records are as large as possible.
 */
const windowSize = 50;
const keptWindows = 40;

/** Loads the records of a batch while the user looks at them, and redraws the page when records have arrived. */
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
