import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/**
 * Ends the growth of V8's young generation once it holds so many bytes; half of them are empty at any time. Else V8 doubles it again
 * and again by what has outlived the cheap rounds of the collector since the process began, up to 64 MB and more. A command that goes
 * through a file with its data in buffers outside the heap gains nothing by that. Nothing else of V8 changes.
 */
export function keepYoungGenerationSmall(enoughBytes = 0): void {
  const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
  if (young !== undefined && young.space_size >= enoughBytes) setFlagsFromString('--semi-space-growth-factor=1');
}
