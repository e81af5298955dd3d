import { describe, expect, it } from '@jest/globals';
import { OrderGenerateRequest, readRequest } from '../src/index.js';
import { absentValues, codes, emptyElements, notElements, notLists, notStorable, refusals } from './refusals.js';

const one = { trade_id_list: ['t1'] };

describe('an order generation request (Spec 4.11)', () => {
  it('reads elements in any form, in their places', () => {
    const body = { trade_id_list: ['t1', 2, { trade_id: 't3', note: null }], version_list: [1, '2', { version: 3 }] };
    expect(readRequest(OrderGenerateRequest, { response_type: 'json', ...body }).value).toEqual({
      response_type: 'json',
      trade_id_list: ['t1', '2', 't3'],
      version_list: ['1', '2', '3'],
    });
  });

  it.each(absentValues)('misses trade_id_list when it is %j', (trade_id_list) => {
    expect(refusals(OrderGenerateRequest, { trade_id_list })).toEqual(['trade_id_list E000001']);
  });

  it.each(absentValues)('does without version_list when it is %j', (version_list) => {
    expect(readRequest(OrderGenerateRequest, { ...one, version_list }).value).toEqual(one);
  });

  it.each(['trade_id_list', 'version_list'].flatMap((field) => notLists.map((value) => [field, value] as const)))(
    'refuses the type of %s %j',
    (field, value) => {
      expect(refusals(OrderGenerateRequest, { ...one, [field]: value })).toEqual([`${field} E000002`]);
    },
  );

  it.each(emptyElements)('drops no empty element: %j', (element) => {
    const body = { trade_id_list: ['t1', element, 't3'], version_list: ['1', '2', element] };
    expect(refusals(OrderGenerateRequest, body)).toEqual(['trade_id_list[1] E000001', 'version_list[2] E000001']);
  });

  it.each(notElements)('refuses the element %j', (element) => {
    const body = { trade_id_list: [element, 't2'], version_list: ['1', element] };
    expect(refusals(OrderGenerateRequest, body)).toEqual(['trade_id_list[0] E000002', 'version_list[1] E000002']);
  });

  it.each<[string, string | undefined]>([
    ['x'.repeat(200), undefined],
    ['x'.repeat(201), 'E000003'],
    ...notStorable.map((id): [string, string] => [id, 'E000002']),
  ])('judges the trade_id %j', (id, code) => {
    expect(refusals(OrderGenerateRequest, { trade_id_list: [id] })).toEqual(
      code === undefined ? [] : [`trade_id_list[0] ${code}`],
    );
  });

  it.each<[string, string | undefined]>([
    ['1', undefined],
    ['9'.repeat(15), undefined],
    ['9'.repeat(16), 'E000003'],
    ['1.0', 'E000002'],
    ['-1', 'E000002'],
    ['x', 'E000002'],
    [' 1', 'E000002'],
  ])('judges the version %j', (version, code) => {
    expect(refusals(OrderGenerateRequest, { ...one, version_list: [version] })).toEqual(
      code === undefined ? [] : [`version_list[0] ${code}`],
    );
  });

  it.each<[number, number, readonly string[]]>([
    [1, 1, []],
    [2, 1, ['version_list E000002']],
    [1, 2, ['version_list E000002']],
    [1_000, 1_000, []],
    [1_001, 1, ['trade_id_list E000007']],
    [1, 1_001, ['version_list E000007']],
    [1_001, 1_001, ['trade_id_list E000007', 'version_list E000007']],
  ])('compares the lengths of %d slips and %d versions', (slips, versions, expected) => {
    const body = { trade_id_list: codes(slips), version_list: codes(versions) };
    expect(refusals(OrderGenerateRequest, body)).toEqual(expected);
  });

  it('takes a slip that occurs twice', () => {
    expect(refusals(OrderGenerateRequest, { trade_id_list: ['t1', 't1'] })).toEqual([]);
  });

  it('reports all defects at once', () => {
    const body = { response_type: 'xml', trade_id_list: ['', 'x'.repeat(201), 't'], version_list: ['a', 1] };
    expect(refusals(OrderGenerateRequest, body)).toEqual([
      'response_type E000004',
      'trade_id_list[0] E000001',
      'trade_id_list[1] E000003',
      'version_list E000002',
    ]);
  });
});
