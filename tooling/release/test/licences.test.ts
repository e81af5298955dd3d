import { describe, expect, it } from '@jest/globals';
import { addBundled, type Bill, type Component, idOf } from '../bill.mjs';
import { allowedLicences, isAllowed } from '../licences.mjs';

const policy = { allowed: ['MIT', 'Apache-2.0'], known: {}, bundled: {}, buildTools: [] };

describe('isAllowed', () => {
  it.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0-only)', true],
    ['GPL-3.0-only', false],
    ['MIT AND GPL-3.0-only', false],
    ['MIT AND (GPL-3.0-only OR Apache-2.0)', true],
    ['SEE LICENSE IN LICENSE.txt', false],
    ['', false],
  ])('says whether %j is allowed: %p', (expression, allowed) => {
    expect(isAllowed(expression, policy.allowed)).toBe(allowed);
  });
});

const component = (id: string, group?: string): Component => {
  const [name = '', version = ''] = id.split('@');
  return { 'bom-ref': id, name, version, ...(group === undefined ? {} : { group }) };
};

describe('allowedLicences', () => {
  const dependencies: Bill = {
    metadata: { timestamp: '', component: component('shop@1.0.0', '@shop') },
    components: [component('price@1.0.0', '@shop'), component('hash@2.0.0'), component('hash-windows@2.0.0')],
    dependencies: [
      { ref: 'shop@1.0.0', dependsOn: ['price@1.0.0'] },
      { ref: 'price@1.0.0', dependsOn: ['hash@2.0.0'] },
      { ref: 'hash@2.0.0', dependsOn: ['hash-windows@2.0.0'] },
    ],
  };

  it('gives the programs of other platforms the licence of the package to which they belong', () => {
    expect([...allowedLicences(dependencies, new Map([['hash@2.0.0', 'MIT']]), policy)]).toEqual([
      ['hash@2.0.0', 'MIT'],
      ['hash-windows@2.0.0', 'MIT'],
    ]);
  });

  it.each([
    ['GPL-3.0-only', 'The licence of hash@2.0.0, which @shop/price@1.0.0 brings along, is not allowed: GPL-3.0-only.'],
    ['Unknown', 'The licence of hash@2.0.0, which @shop/price@1.0.0 brings along, is not known.'],
  ])('stops at %s', (licence, message) => {
    expect(() => allowedLicences(dependencies, new Map([['hash@2.0.0', licence]]), policy)).toThrow(message);
  });

  it('accepts a licence that a person has checked', () => {
    const known = { 'hash@2.0.0': { licence: 'MIT', reason: 'Its README says so.' } };
    const installed = new Map([
      ['hash@2.0.0', 'Unknown'],
      ['hash-windows@2.0.0', 'MIT'],
    ]);
    expect(allowedLicences(dependencies, installed, { ...policy, known }).get('hash@2.0.0')).toBe('MIT');
  });
});

describe('addBundled', () => {
  it('adds the development dependencies that a build contains, with their dependencies', () => {
    const [pages, painter, red, tester, engine, driver] = ['pages', 'painter', 'red', 'tester', 'engine', 'driver'].map(
      (name) => component(`${name}@1.0.0`),
    );
    if (!pages || !painter || !red || !tester || !engine || !driver) throw new Error('no component');
    const metadata = { timestamp: '', component: pages };
    const bill: Bill = { metadata, components: [driver], dependencies: [{ ref: 'driver@1.0.0', dependsOn: [] }] };
    const needs = { ref: 'painter@1.0.0', dependsOn: ['red@1.0.0', 'tester@1.0.0', 'driver@1.0.0'] };
    const whole = {
      metadata,
      components: [driver, ...[painter, red, tester, engine].map((each) => ({ ...each, scope: 'excluded' }))],
      dependencies: [...bill.dependencies, needs, { ref: 'tester@1.0.0', dependsOn: ['engine@1.0.0'] }],
    };
    addBundled(bill, whole, { taken: ['painter'], tools: ['tester'] });
    expect(bill.components).toEqual([driver, painter, red]);
    expect(bill.dependencies).toEqual([{ ref: 'driver@1.0.0', dependsOn: [] }, needs]);
    expect(bill.components.map(idOf)).toEqual(['driver@1.0.0', 'painter@1.0.0', 'red@1.0.0']);
  });
});
