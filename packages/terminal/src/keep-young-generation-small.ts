import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/**
 * Stops the growth of V8's young generation at this number of bytes, half of which are always empty. Otherwise V8
 * doubles the young generation, to 64 MB or more, when objects survive its short collections. A larger young generation
 * does not help a command that streams a file through buffers outside the heap. No other setting of V8 changes.
 */
export function keepYoungGenerationSmall(enoughBytes = 0): void {
  const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
  if (young !== undefined && young.space_size >= enoughBytes) setFlagsFromString('--semi-space-growth-factor=1');
}
