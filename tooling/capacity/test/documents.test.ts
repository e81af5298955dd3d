import { expect, it } from '@jest/globals';
import { inRoot } from '@trading-platform/bootstrap/root-folder';
import { runCommand } from '@trading-platform/bootstrap/run-command';
import { documentExamples, lastLines } from '../document.mjs';

const examples = documentExamples();

const capacity = (args: string) =>
  runCommand(process.execPath, [inRoot('tooling', 'capacity', 'main.mjs'), ...args.split(' ')]);

it('are there', () => {
  expect(examples.length).toBeGreaterThan(1);
});

it.each(examples)('print what the document shows: $args', async ({ args, lines, printed }) => {
  const { code, stdout } = await capacity(args);
  expect({ code, shown: lines === undefined ? stdout : lastLines(stdout, lines) }).toEqual({ code: 0, shown: printed });
});

it('end with the reason and 1 if an option is wrong', async () => {
  expect(await capacity('--members 0')).toMatchObject({
    code: 1,
    output: '--members must be a whole number from 1 to 1,000,000,000, not 0\nFor help: npm run capacity -- --help\n',
  });
});

it('also print the plan as JSON', async () => {
  const { code, stdout } = await capacity('--members 5 --json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ demand: { members: 5 }, services: { api: { processes: 2 } } });
});
