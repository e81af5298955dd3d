import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { keptMutants } from '../collect.mjs';
import { ImportGraph } from '../import-graph.mjs';
import { type Judgement, judge } from '../judge.mjs';
import { kept } from '../kept.mjs';
import { report } from '../report.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const file = 'packages/auth-core/src/grant/pkce.ts';
const test = 'packages/auth-core/src/grant/pkce.test.ts';

function aMutant(find: string, replace: string) {
  return keptMutants(root, [{ file, bugs: [['a mistake', find, replace]] }]);
}

const sameHash = aMutant("'base64url'", "'base64'");
const sameText = aMutant("'base64url'", '"base64url"');

const times = (count: number, judgement: Judgement) => Array.from({ length: count }, () => judgement);

describe('the kept bugs', () => {
  it('are up to date', () => {
    expect(() => keptMutants(root, kept)).not.toThrow();
  });

  it('are refused when they are out of date', () => {
    expect(() => aMutant('no such text', '')).toThrow('is out of date');
    expect(() => aMutant("'base64url'", 'if')).toThrow('cannot be read');
  });
});

describe('the import graph', () => {
  it('finds the tests that run a file, also through other packages; the nearest test comes first', () => {
    const tests = new ImportGraph(root).testsOf(file);
    expect(tests[0]).toBe(test);
    expect(tests).toContain('packages/auth-core/test/code-and-reissue.test.ts');
    expect(tests).toContain('apps/api/test/batches.e2e.test.ts');
  });

  it('finds the tests that run a program as a process', () => {
    const tests = new ImportGraph(root).testsOf('apps/auth/src/http/no-store.ts');
    expect(tests).toContain('apps/auth/test/refusals.e2e.test.ts');
  });
});

describe('a run', () => {
  it('distinguishes a mutant that a test notices from one that no test notices', async () => {
    const judgements: Judgement[] = [];
    await judge([...sameHash, ...sameText], { root, workers: 1, testsFor: () => [test] }, (judgement) =>
      judgements.push(judgement),
    );
    expect(judgements).toEqual([
      expect.objectContaining({ outcome: 'killed', by: expect.stringContaining(`${test}: `) }),
      expect.objectContaining({ outcome: 'survived', by: '1 test files ran' }),
    ]);
  });
});

describe('the report', () => {
  const [mutant] = sameText;
  if (mutant === undefined) throw new Error('no mutant');
  const made = { ...mutant, kept: false };
  const killed: Judgement = { mutant, outcome: 'killed', by: 'a test' };
  const survived: Judgement = { mutant: made, outcome: 'survived', by: '1 test files ran' };
  const unnoticed: Judgement = { mutant, outcome: 'survived', by: '1 test files ran' };
  const undecided: Judgement = { mutant, outcome: 'undecided', by: 'a test' };

  it.each([
    ['all were noticed', times(20, killed), 0, '20 passed, 0 failed'],
    ['few survived', [...times(19, killed), survived], 0, '20 passed, 0 failed'],
    ['a kept bug survived', [...times(19, killed), unnoticed], 1, '19 passed, 1 failed'],
    ['too many survived', [...times(20, killed), ...times(3, survived)], 1, '23 passed, 1 failed'],
    ['a test fails anyway', [...times(19, killed), undecided], 1, '19 passed, 1 failed'],
    ['there are too few to judge a share', [...times(2, killed), survived], 0, '3 passed, 0 failed'],
  ])('%s', (_, judgements, failed, lastLine) => {
    const { text, failed: count } = report(judgements);
    expect(count).toBe(failed);
    expect(text.split('\n').at(-1)).toBe(lastLine);
  });
});
