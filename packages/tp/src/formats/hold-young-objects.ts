import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Half of it is empty at any time. */
const mostBytes = 32 * 1_048_576;

/**
 * Keeps the memory of young objects at 32 MB. V8 doubles it again and again by what has outlived the cheap rounds of the collector since
 * the process began, up to 64 MB and more, and rounds in 32 MB are as cheap. Nothing else of V8 changes.
 */
export function holdYoungObjects(): void {
  const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
  if (young !== undefined && young.space_size >= mostBytes) setFlagsFromString('--semi-space-growth-factor=1');
}
