import { useInfiniteQuery } from '@tanstack/preact-query';
import { useEffect, useMemo } from 'preact/hooks';
import type { ConsoleBatch, StoredRecord } from '../../../wire/index.js';
import { call } from '../server/call.js';

/** A search in the records of a batch. */
export interface RecordSearch {
  readonly text: string;
  /** The key of the column that is searched, or `""` for all fields. */
  readonly key: string;
  /** Whether the text is a coded value, which must be the whole value. */
  readonly isExact: boolean;
}

/** The number of records after which the search waits until the user wants more. */
const foundAtOnce = 200;

/** Searches all records of a batch, step by step. Meanwhile the user reads the records that are already found. */
export function useRecordSearch({ batchId, recordCount }: ConsoleBatch, { text, key, isExact }: RecordSearch) {
  const wanted = text.trim();
  const query = useInfiniteQuery({
    queryKey: ['record-search', batchId, wanted, key, isExact],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/batches/{batchId}/search', {
        parts: { batchId },
        query: {
          text: wanted,
          field: key || undefined,
          exact: isExact ? '1' : undefined,
          from: String(pageParam),
        },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (page) => page.nextSeq,
    enabled: wanted !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
  const pages = query.data?.pages ?? [];
  const found = useMemo(
    () => new Map(pages.flatMap(({ records }) => records.map((record) => [rowOf(record), record] as const))),
    [query.data],
  );
  const canGoOn = query.hasNextPage && query.error === null;
  const isGoingOn = canGoOn && found.size < foundAtOnce;
  useEffect(() => {
    if (isGoingOn && !query.isFetching) void query.fetchNextPage();
  }, [isGoingOn, query.isFetching]);
  return {
    isSearching: wanted !== '',
    /** The found records by their rows, counted from 0. */
    found,
    searchedCount: query.hasNextPage || query.data === undefined ? (pages.at(-1)?.nextSeq ?? 1) - 1 : recordCount,
    isBusy: query.isFetching || isGoingOn,
    canGoOn: canGoOn && !isGoingOn,
    goOn: () => void query.fetchNextPage(),
    error: query.error,
  };
}

function rowOf(record: StoredRecord): number {
  return Number(record['seq']) - 1;
}
