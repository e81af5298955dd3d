import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { accepted } from '../accepted.mjs';
import { acceptance, keptMutants } from '../collect.mjs';
import { ImportGraph } from '../import-graph.mjs';
import { type Judgement, judge } from '../judge.mjs';
import { kept } from '../kept.mjs';
import { type Range, Reach, surveyed } from '../reach.mjs';
import { report } from '../report.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const file = 'packages/auth-core/src/grant/pkce.ts';
const test = 'packages/auth-core/src/grant/pkce.test.ts';

function aMutant(find: string, replace: string) {
  return keptMutants(root, [{ bug: 'a mistake', file, find, replace }]);
}

const sameHash = aMutant("'base64url'", "'base64'");
const sameText = aMutant("'base64url'", '"base64url"');

const accept = () => ({ file, before: '', after: '', reason: 'the same' });
const acceptNothing = () => undefined;

describe('the written lists', () => {
  it('are up to date', () => {
    expect(() => keptMutants(root, kept)).not.toThrow();
    expect(() => acceptance(root, accepted)).not.toThrow();
  });

  it('are refused when they are not', () => {
    expect(() => aMutant('no such text', '')).toThrow('is out of date');
    expect(() => aMutant("'base64url'", 'if')).toThrow('cannot be read');
    expect(() => acceptance(root, [{ file, before: 'no such line', after: '', reason: 'none' }])).toThrow(
      'out of date',
    );
  });
});

describe('the import graph', () => {
  it('finds the tests that run a file, the nearest first, through the packages that are built of it', () => {
    const tests = new ImportGraph(root).testsOf(file);
    expect(tests[0]).toBe(test);
    expect(tests).toContain('packages/auth-core/test/code-and-reissue.test.ts');
    expect(tests).toContain('apps/api/test/batches.e2e.test.ts');
  });

  it('finds those that run a program as a process', () => {
    const tests = new ImportGraph(root).testsOf('apps/auth/src/http/no-store.ts');
    expect(tests).toContain('apps/auth/test/refusals.e2e.test.ts');
  });

  it('tells those that run it elsewhere than in their own process', () => {
    const graph = new ImportGraph(root);
    const started = graph.testsThatStart(file);
    expect(started).toContain('apps/api/test/batches.e2e.test.ts');
    expect(started).not.toContain(test);
    expect(graph.testsThatStart('apps/auth/src/http/no-store.ts')).toContain('apps/auth/test/refusals.e2e.test.ts');
  });
});

function mayRunBy(ranges: Range[]): boolean[] {
  const reach = new Reach(new Map([[test, { ms: 1, sources: { [file]: ranges } }]]));
  return sameHash.map((mutant) => reach.mayRun(test, mutant));
}

describe('the survey', () => {
  const other = keptMutants(root, [
    { bug: 'a mistake', file: 'packages/auth-core/src/grant/sealed-answer.ts', find: "'utf8'", replace: "'hex'" },
  ]);

  it('tells which tests run the place of a mutant', async () => {
    const ofOtherPackage = 'packages/domain-types/test/codes.test.ts';
    const reach = await surveyed(root, [ofOtherPackage, test]);
    expect([test, ofOtherPackage].map((each) => reach.passes(each))).toEqual([true, true]);
    expect(sameHash.map((mutant) => reach.mayRun(ofOtherPackage, mutant))).toEqual([true]);
    expect(reach.msOf(test)).toBeGreaterThan(0);
    expect(sameHash.map((mutant) => reach.mayRun(test, mutant))).toEqual([true]);
    expect(other.map((mutant) => reach.mayRun(test, mutant))).toEqual([false]);
  });

  it('goes by the smallest range around the place', () => {
    const whole: Range = [0, 100_000, 1];
    expect(mayRunBy([whole])).toEqual([true]);
    expect(mayRunBy([whole, [1, 90_000, 0]])).toEqual([false]);
    expect(mayRunBy([[1, 90_000, 0], whole, [2, 80_000, 1]])).toEqual([true]);
    expect(mayRunBy([])).toEqual([false]);
  });

  it('takes nothing for granted of tests that fail, or that were not asked', () => {
    const reach = new Reach(new Map([[test, { ms: 1 }]]));
    expect(sameHash.map((mutant) => reach.mayRun(test, mutant))).toEqual([true]);
    expect(sameHash.map((mutant) => reach.mayRun('another.test.ts', mutant))).toEqual([true]);
    expect([reach.passes(test), reach.passes('another.test.ts')]).toEqual([false, false]);
  });
});

describe('a run', () => {
  it('tells a mutant that a test notices from one that none does', async () => {
    const judgements: Judgement[] = [];
    await judge([...sameHash, ...sameText], { root, workers: 1, testsFor: () => [test] }, (judgement) =>
      judgements.push(judgement),
    );
    expect(judgements).toEqual([
      expect.objectContaining({ outcome: 'killed', by: expect.stringContaining(`${test}: `) }),
      expect.objectContaining({ outcome: 'survived', by: 'asked 1 test files' }),
    ]);
  });
});

describe('the report', () => {
  const [mutant] = sameText;
  if (mutant === undefined) throw new Error('no mutant');
  const killed: Judgement = { mutant, outcome: 'killed', by: 'a test' };
  const survived: Judgement = { mutant, outcome: 'survived', by: 'asked 1 test files' };
  const undecided: Judgement = { mutant, outcome: 'undecided', by: 'a test' };
  const many = (count: number) => Array.from({ length: count }, () => killed);
  const manySurvivors = (count: number) => Array.from({ length: count }, () => survived);

  it.each([
    ['all were noticed', many(20), acceptNothing, 0, '20 passed, 0 failed'],
    ['a survivor is explained', [...many(19), survived], accept, 0, '20 passed, 0 failed'],
    ['a survivor is not explained', [...many(19), survived], acceptNothing, 1, '19 passed, 1 failed'],
    ['too many survived, though explained', [...many(20), ...manySurvivors(3)], accept, 1, '23 passed, 1 failed'],
    ['a test fails anyway', [...many(19), undecided], accept, 1, '19 passed, 1 failed'],
    ['there are too few to judge a share', [...many(2), survived], accept, 0, '3 passed, 0 failed'],
  ])('%s', (_, judgements, accepts, failed, lastLine) => {
    const { text, failed: count } = report(judgements, accepts);
    expect(count).toBe(failed);
    expect(text.split('\n').at(-1)).toBe(lastLine);
  });
});
