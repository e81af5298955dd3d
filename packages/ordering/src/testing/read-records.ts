import type { DownloadFunction } from '../download/download-function.js';

/**
 * Returns all records of a download as objects. If the download adds fields about the batch, the returned objects contain these
 * fields.
 */
export async function readRecords<Criteria, Record = unknown>(
  download: DownloadFunction<Criteria>,
  criteria: Criteria,
): Promise<Record[]> {
  const snapshot = await download.open(criteria, new AbortController().signal);
  const records: Record[] = [];
  try {
    for await (const chunk of snapshot.records) {
      for (const { body } of chunk) {
        const head =
          download.recordHead?.({ batchId: '1', createDate: '2026-01-05 09:00:00' }, records.length + 1) ?? '';
        records.push(JSON.parse(head + Buffer.from(body).toString('utf8')) as Record);
      }
    }
    return records;
  } finally {
    await snapshot.close();
  }
}
