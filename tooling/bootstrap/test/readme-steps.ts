import { readFileSync } from 'node:fs';
import { inRoot } from '../root-folder.mjs';

/** The unchanged curl commands of the README, which use another data folder. */
export function readmeSteps(data: string): string {
  const steps = blocksOf(readFileSync(inRoot('README.md'), 'utf8'), data).find((block) => block.includes('curl'));
  if (steps === undefined) throw new Error('The README has no curl commands');
  return steps;
}

/** The unchanged commands of the README by which the buyer and the seller of an order answer each other. */
export function readmeConversation(data: string) {
  const [, behind = ''] = readFileSync(inRoot('README.md'), 'utf8').split('## Both sides of an order\n');
  const [order, sell, receive, history] = blocksOf(behind.split('\n## ')[0] ?? '', data);
  if (order === undefined || sell === undefined || receive === undefined || history === undefined)
    throw new Error('The README has no conversation of four blocks');
  return { order, sell, receive, history };
}

function blocksOf(markdown: string, data: string): readonly string[] {
  const blocks = [...markdown.matchAll(/```sh\n([^]*?)```/g)];
  return blocks.map(([, block = '']) => block.replaceAll('data/', `${data}/`));
}
