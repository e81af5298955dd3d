import { setFlagsFromString } from 'node:v8';

/** What lives longer than a line are buffers outside the heap; a young generation that grows holds memory and gains nothing. */
export function keepYoungGenerationSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}
