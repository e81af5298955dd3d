import { describe, expect, it } from '@jest/globals';
import { ownLimits } from '@trading-platform/domain-types';
import fc from 'fast-check';
import { type ListPosition, type ListScope, placeKey, readCursor, textKey, writeCursor } from './list-cursor.js';
import { pageOf } from './list-page.js';
import { listQuery, nextCursor } from './list-query.js';

const scope: ListScope = { list: 'partner', memberCode: '10000001', filters: { client_member_code_list: ['1', '2'] } };

const keys = [textKey];
const partners = { name: 'partner', keys };
const orders = { name: 'order', keys };

describe('a cursor', () => {
  it('is read as it was written, whatever stands in it', () => {
    const property = fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 4 }), (sent) => {
      const position = sent.map((text) => text.toWellFormed().replaceAll('\u0000', ''));
      const cursor = writeCursor(scope, position);
      expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
      expect(
        readCursor(
          scope,
          position.map(() => textKey),
          cursor,
        ),
      ).toEqual(position);
    });
    fc.assert(property, { numRuns: 200 });
  });

  it('of this release goes on with the next one', () => {
    const cursor = 'OHV_PODu7NhQ5zPHWyIyMDAwMDAwMSJd';
    expect(writeCursor(scope, ['20000001'])).toBe(cursor);
    expect(readCursor(scope, keys, cursor)).toEqual(['20000001']);
  });

  it('is no longer than a request may send, with the longest keys', () => {
    const longest = ['\u{20000}'.repeat(200), '"'.repeat(200), 'x'.repeat(200)];
    expect(writeCursor(scope, longest).length).toBeLessThanOrEqual(ownLimits.cursorLength);
  });

  it('goes with the same filters in another form', () => {
    const cursor = writeCursor({ ...scope, filters: { b: '1', a: ['2', '1', '2'], c: undefined } }, ['x']);
    expect(readCursor({ ...scope, filters: { a: ['1', '2'], b: '1' } }, keys, cursor)).toEqual(['x']);
  });

  it.each<[string, ListScope]>([
    ['list', { ...scope, list: 'order' }],
    ['member', { ...scope, memberCode: '10000002' }],
    ['filter', { ...scope, filters: { client_member_code_list: ['1'] } }],
    ['number of filters', { ...scope, filters: {} }],
  ])('is none of another %s', (_what, other) => {
    expect(readCursor(other, keys, writeCursor(scope, ['x']))).toBeUndefined();
  });

  const cursor = writeCursor(scope, ['20000001']);

  it.each(Array.from(cursor, (_, place) => place))('is none when it is edited at %d', (place) => {
    const letter = cursor[place] === 'A' ? 'B' : 'A';
    expect(readCursor(scope, keys, cursor.slice(0, place) + letter + cursor.slice(place + 1))).toBeUndefined();
  });

  it.each(['', 'A', cursor.slice(0, -1), cursor.slice(4), `${cursor}A`, `${cursor}=`, `${cursor}\n`, ` ${cursor}`])(
    'is not %j',
    (other) => {
      expect(readCursor(scope, keys, other)).toBeUndefined();
    },
  );

  it.each<[unknown, number]>([
    [[], 1],
    [['a'], 2],
    [['a', 'b', 'c'], 2],
    [[1], 1],
    [[null], 1],
    [[['a']], 1],
    [{ 0: 'a', length: 1 }, 1],
    ['a', 1],
    [null, 1],
    [['a\u0000'], 1],
    [['\ud800'], 1],
  ])('is not %j where a position has %d texts, although its checksum is right', (position, texts) => {
    const forged = writeCursor(scope, position as ListPosition);
    expect(
      readCursor(
        scope,
        Array.from({ length: texts }, () => textKey),
        forged,
      ),
    ).toBeUndefined();
  });

  it.each(['', '-1', '1.5', 'x', '2147483648', '00000000001', '9'.repeat(30)])('has no place %j', (place) => {
    expect(readCursor(scope, [placeKey], writeCursor(scope, [place]))).toBeUndefined();
  });

  it.each(['0', '2147483647'])('has a place %j', (place) => {
    expect(readCursor(scope, [placeKey], writeCursor(scope, [place]))).toEqual([place]);
  });
});

describe('a page of a list', () => {
  const read = ['a', 'b', 'c'].map((element) => ({ element, position: [element] }));

  it.each<[number, readonly string[], ListPosition | undefined]>([
    [2, ['a', 'b'], ['b']],
    [3, ['a', 'b', 'c'], undefined],
    [4, ['a', 'b', 'c'], undefined],
  ])('of %d elements', (limit, elements, goesOnBehind) => {
    expect(pageOf(read, limit)).toEqual({ elements, goesOnBehind });
  });

  it('without elements is the end', () => {
    expect(pageOf([], 1)).toEqual({ elements: [], goesOnBehind: undefined });
  });

  it('has the cursor of its end', () => {
    const query = listQuery(partners, {}, '10000001')!;
    const cursor = nextCursor(query, { elements: [], goesOnBehind: ['b'] });
    expect(readCursor(query.scope, keys, cursor)).toEqual(['b']);
    expect(nextCursor(query, { elements: ['c'], goesOnBehind: undefined })).toBe('');
  });
});

describe('a list request', () => {
  it('is about the caller and the whole page unless it says otherwise', () => {
    expect(listQuery(orders, {}, '10000001')).toEqual({
      callerMemberCode: '10000001',
      scope: { list: 'order', memberCode: '10000001', filters: {} },
      filters: {},
      limit: 1_000,
      after: undefined,
    });
  });

  it('goes on where its default is spelled out', () => {
    const first = listQuery(orders, { limit: '5' }, '10000001')!;
    const cursor = writeCursor(first.scope, ['t1']);
    const spelledOut = { member_code_self: '10000001', sell_stop: '0', limit: '5', cursor };
    expect(listQuery(orders, spelledOut, '10000001')?.after).toEqual(['t1']);
    expect(listQuery(orders, { ...spelledOut, sell_stop: '1' }, '10000001')).toBeUndefined();
  });

  it('goes on where a page of the same list ended, of any length', () => {
    const request = { member_code_self: '10000002', status_code: ['10'] };
    const first = listQuery(orders, { ...request, limit: '5', response_type: 'json' }, '10000001');
    const cursor = writeCursor(first!.scope, ['t1']);
    expect(listQuery(orders, { ...request, cursor }, '10000001')).toEqual({ ...first, limit: 1_000, after: ['t1'] });
  });

  it('with the cursor of another list is none', () => {
    const cursor = writeCursor(scope, ['x']);
    expect(listQuery(partners, { cursor }, '10000001')).toBeUndefined();
    expect(listQuery(partners, { cursor: 'x' }, '10000001')).toBeUndefined();
  });
});
