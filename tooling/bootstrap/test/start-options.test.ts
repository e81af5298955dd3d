import { describe, expect, it } from '@jest/globals';
import { Failure } from '../failure.mjs';
import { parseStartOptions } from '../start-options.mjs';

describe('npm start options', () => {
  it('has defaults', () => {
    expect(parseStartOptions([])).toEqual({
      help: false,
      demo: true,
      postgres: false,
      data: 'data',
      marketArguments: [],
    });
  });

  it('reads all of them', () => {
    const args = ['--no-demo', '--postgres', '--data', '/tmp/x', '--size', 'large', '--seed=7', '--help'];
    expect(parseStartOptions(args)).toEqual({
      help: true,
      demo: false,
      postgres: true,
      data: '/tmp/x',
      marketArguments: ['--size', 'large', '--seed', '7'],
    });
  });

  it.each([['--unknown'], ['file'], ['--size']])('refuses %p in one line', (argument) => {
    expect(() => parseStartOptions([argument])).toThrow(Failure);
    expect(() => parseStartOptions([argument])).toThrow(/^[^\n]+npm start -- --help$/);
  });
});
