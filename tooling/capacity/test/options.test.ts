import { describe, expect, it } from '@jest/globals';
import { help, modelOptions, readOptions } from '../options.mjs';

describe('options', () => {
  it('derive missing values from the members', () => {
    expect(readOptions(['--members', '200']).demand).toMatchObject({
      members: 200,
      'slips-per-day': 10_000,
      'batches-per-day': 4_800,
      'reissues-per-day': 4_800,
      'sign-ins-per-day': 200,
      databases: 1,
    });
    expect(readOptions(['--batches-per-day', '7']).demand).toMatchObject({ members: 1_000, 'reissues-per-day': 7 });
  });

  it('take numbers with commas, as they are printed', () => {
    expect(readOptions(['--members', '1,000,000']).demand.members).toBe(1_000_000);
  });

  it.each([
    [['--members', '0'], '--members must be a whole number from 1 to 1,000,000,000, not 0'],
    [['--members', '1e6'], '--members must be a whole number from 1 to 1,000,000,000, not 1e6'],
    [['--members', '10,00'], '--members must be a whole number from 1 to 1,000,000,000, not 10,00'],
    [['--members', ''], '--members must be a whole number from 1 to 1,000,000,000, not '],
    [['--busy-percent', '101'], '--busy-percent must be a whole number from 1 to 100, not 101'],
    [['--busiest-hour-percent=4'], '--busiest-hour-percent must be a whole number from 5 to 100, not 4'],
    [['--slips-per-day=-1'], '--slips-per-day must be a whole number from 0 to 1,000,000,000,000, not -1'],
    [['--slips-a-day', '5'], "Unknown option '--slips-a-day'"],
    [['5'], "Unexpected argument '5'. This command does not take positional arguments"],
    [['--members'], "Option '--members <value>' argument missing"],
  ])('refuse %j', (args, line) => {
    expect(() => readOptions(args)).toThrow(new Error(`${line}\nFor help: npm run capacity -- --help`));
  });

  it('name all wrong options at once', () => {
    expect(() => readOptions(['--members', 'x', '--databases', '0'])).toThrow(/--members must .*\n--databases must /);
  });

  it('are in the help, each with its default', () => {
    for (const { name } of modelOptions)
      expect(help).toMatch(new RegExp(`^  --${name} N +\\S.* \\(default .+\\)$`, 'm'));
  });
});
