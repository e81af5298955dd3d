import { readFileSync } from 'node:fs';
import { inRoot } from '../root-folder.mjs';

/** The unchanged curl commands of the README, which use another data folder. */
export function readmeSteps(data: string): string {
  const blocks = [...readFileSync(inRoot('README.md'), 'utf8').matchAll(/```sh\n([^]*?)```/g)];
  const steps = blocks.map(([, block]) => block ?? '').find((block) => block.includes('curl'));
  if (steps === undefined) throw new Error('The README has no curl commands');
  return steps.replaceAll('data/', `${data}/`);
}
