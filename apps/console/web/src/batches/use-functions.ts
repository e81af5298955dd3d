import { useQuery } from '@tanstack/preact-query';
import type { DownloadDescription, FunctionName, Right } from '../../../wire/index.js';
import { call } from '../server/call.js';
import { useTexts } from '../texts/use-texts.js';

/** Returns the functions of the platform. The functions are loaded only once, when they are needed. */
export function useFunctions({ isNeeded = true }: { readonly isNeeded?: boolean } = {}) {
  const { language } = useTexts();
  const query = useQuery({
    queryKey: ['functions'],
    queryFn: () => call('GET /api/functions'),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isNeeded,
  });
  const { data } = query;
  return {
    ...query,
    downloads: data?.downloads,
    /** Returns all functions that batches can have, in display order. */
    names: Object.keys(data?.titles ?? {}) as readonly FunctionName[],
    titleOf: (name: FunctionName): string => data?.titles[name]?.[language] ?? name,
    /** Returns the right that the function needs, or undefined until it is known. */
    rightOf: (name: FunctionName): Right | undefined => data?.rights[name],
    downloadOf: (name: string): DownloadDescription | undefined =>
      data?.downloads.find((download) => download.name === name),
  };
}
