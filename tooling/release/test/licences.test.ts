import { describe, expect, it } from '@jest/globals';
import type { Dependency } from '../dependencies.mjs';
import { allowedLicences, isAllowed } from '../licences.mjs';

const policy = { allowed: ['MIT', 'Apache-2.0'], known: {}, bundled: {} };

describe('isAllowed', () => {
  it.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0-only)', true],
    ['GPL-3.0-only', false],
    ['MIT AND GPL-3.0-only', false],
    ['MIT AND (GPL-3.0-only OR Apache-2.0)', true],
    ['SEE LICENSE IN LICENSE.txt', false],
    ['', false],
  ])('takes %j for allowed: %p', (expression, allowed) => {
    expect(isAllowed(expression, policy.allowed)).toBe(allowed);
  });
});

const dependency = (id: string, needs: readonly string[], folder?: string): [string, Dependency] => {
  const [name = '', version = ''] = id.split('@');
  return [id, { id, name, version, folder, integrity: undefined, needs }];
};

describe('allowedLicences', () => {
  const dependencies = new Map([
    dependency('shop@1.0.0', ['hash@2.0.0'], 'packages/shop'),
    dependency('hash@2.0.0', ['hash-windows@2.0.0']),
    dependency('hash-windows@2.0.0', []),
  ]);

  it('gives the programs of other platforms the licence of the package whose part they are', () => {
    expect([...allowedLicences(dependencies, new Map([['hash@2.0.0', 'MIT']]), policy)]).toEqual([
      ['hash@2.0.0', 'MIT'],
      ['hash-windows@2.0.0', 'MIT'],
    ]);
  });

  it.each([
    ['GPL-3.0-only', 'The licence of hash@2.0.0, which shop@1.0.0 brings along, is not allowed: GPL-3.0-only.'],
    ['Unknown', 'The licence of hash@2.0.0, which shop@1.0.0 brings along, is not known.'],
  ])('stops at %s', (licence, message) => {
    expect(() => allowedLicences(dependencies, new Map([['hash@2.0.0', licence]]), policy)).toThrow(message);
  });

  it('believes who has looked a licence up', () => {
    const known = { 'hash@2.0.0': { licence: 'MIT', reason: 'Its README says so.' } };
    const installed = new Map([
      ['hash@2.0.0', 'Unknown'],
      ['hash-windows@2.0.0', 'MIT'],
    ]);
    expect(allowedLicences(dependencies, installed, { ...policy, known }).get('hash@2.0.0')).toBe('MIT');
  });
});
