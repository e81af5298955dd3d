import { describe, expect, it } from '@jest/globals';
import { BatchCheckRequest, BatchDeliveredRequest, batchGetRequest, readRequest } from '../src/index.js';
import { absentValues, notCodes, notTexts, refusals } from './refusals.js';

const MasterGet = batchGetRequest(5_000);
const range = { batch_id: '17', seq_from: '1', seq_to: '5000' };

describe('confirm (Spec 4.6)', () => {
  it.each<[unknown, string]>([
    ['17', '17'],
    [17, '17'],
    ['1'.repeat(18), '1'.repeat(18)],
    [Number.MAX_SAFE_INTEGER, '9007199254740991'],
  ])('reads batch_id %j', (batch_id, read) => {
    expect(readRequest(BatchCheckRequest, { response_type: 'json', batch_id }).value).toEqual({
      response_type: 'json',
      batch_id: read,
    });
  });

  it.each(absentValues)('misses a batch_id that is %j', (batch_id) => {
    expect(refusals(BatchCheckRequest, { batch_id })).toEqual(['batch_id E000001']);
  });

  it.each(notCodes)('refuses the type of batch_id %j', (batch_id) => {
    expect(refusals(BatchCheckRequest, { batch_id })).toEqual(['batch_id E000002']);
  });

  it.each<[string, string]>([
    ['1'.repeat(19), 'E000003'],
    ['x'.repeat(19), 'E000003'],
    ['1a', 'E000002'],
    ['-1', 'E000002'],
    ['+1', 'E000002'],
    ['1.0', 'E000002'],
    ['0x1', 'E000002'],
    [' 1', 'E000002'],
    ['1\n', 'E000002'],
    ['１', 'E000002'],
  ])('refuses batch_id %j with %s', (batch_id, code) => {
    expect(refusals(BatchCheckRequest, { batch_id })).toEqual([`batch_id ${code}`]);
  });

  it.each<[unknown, readonly string[]]>([
    ['json', []],
    [null, []],
    ['', []],
    ['JSON', ['response_type E000004']],
    ['xml', ['response_type E000004']],
    ['x'.repeat(9), ['response_type E000004']],
    ['x'.repeat(10), ['response_type E000004']],
    ['x'.repeat(11), ['response_type E000003']],
    ...notTexts.map((value): [unknown, readonly string[]] => [value, ['response_type E000002']]),
  ])('judges response_type %j', (response_type, expected) => {
    expect(refusals(BatchCheckRequest, { response_type, batch_id: '1' })).toEqual(expected);
  });
});

describe('get (Spec 4.6)', () => {
  it('reads numbers and texts alike', () => {
    expect(readRequest(MasterGet, { batch_id: 17, seq_from: 1, seq_to: '5000' }).value).toEqual(range);
  });

  it.each(['batch_id', 'seq_from', 'seq_to'])('needs %s', (field) => {
    expect(refusals(MasterGet, { ...range, [field]: null })).toEqual([`${field} E000001`]);
  });

  it('reports all missing fields at once, in their order', () => {
    expect(refusals(MasterGet, {})).toEqual(['batch_id E000001', 'seq_from E000001', 'seq_to E000001']);
  });

  it.each(['seq_from', 'seq_to'].flatMap((field) => notCodes.map((value) => [field, value] as const)))(
    'refuses the type of %s %j',
    (field, value) => {
      expect(refusals(MasterGet, { ...range, [field]: value })).toEqual([`${field} E000002`]);
    },
  );

  it.each<[string, unknown, unknown, readonly string[]]>([
    ['one record', '1', '1', []],
    ['as many as one call allows', '1', '5000', []],
    ['as many, further on', '5001', '10000', []],
    ['leading zeros', '0001', '0005', []],
    ['one too many', '1', '5001', ['seq_to E000011']],
    ['one too many, further on', '2', '5002', ['seq_to E000011']],
    ['backwards by one', '2', '1', ['seq_to E000011']],
    ['a start of zero', '0', '10', ['seq_from E000011']],
    ['a start of zero as a number', 0, 10, ['seq_from E000011']],
    ['an end of zero', '1', '0', ['seq_to E000011']],
    ['both zero', '0', '0', ['seq_from E000011', 'seq_to E000011']],
    ['an end beyond exact numbers', '1', '9007199254740992', ['seq_to E000011']],
    ['a huge end', '1', '9'.repeat(200), ['seq_to E000011']],
    ['an endless end', '1', '9'.repeat(201), ['seq_to E000003']],
    ['a negative start', '-1', '10', ['seq_from E000002']],
    ['a negative number', -1, 10, ['seq_from E000002']],
    ['a word', 'first', 'last', ['seq_from E000002', 'seq_to E000002']],
    ['a fraction', '1.5', '2', ['seq_from E000002']],
    ['a wrong start, whatever the end', 'x', '99999', ['seq_from E000002']],
  ])('judges %s', (_name, seq_from, seq_to, expected) => {
    expect(refusals(MasterGet, { ...range, seq_from, seq_to })).toEqual(expected);
  });

  it('allows the width of the download for which it is made', () => {
    const settingGet = batchGetRequest(1_000);

    expect(refusals(settingGet, { ...range, seq_to: '1000' })).toEqual([]);
    expect(refusals(settingGet, { ...range, seq_to: '1001' })).toEqual(['seq_to E000011']);
    expect(refusals(MasterGet, { ...range, seq_to: '1001' })).toEqual([]);
  });

  it('takes any range where no width is set', () => {
    const anyGet = batchGetRequest();

    expect(refusals(anyGet, { ...range, seq_to: String(Number.MAX_SAFE_INTEGER) })).toEqual([]);
    expect(refusals(anyGet, { ...range, seq_from: '2', seq_to: '1' })).toEqual(['seq_to E000011']);
    expect(refusals(anyGet, { ...range, seq_from: '0' })).toEqual(['seq_from E000011']);
    expect(refusals(anyGet, { ...range, seq_to: '9007199254740992' })).toEqual(['seq_to E000011']);
  });
});

describe('an acknowledgement', () => {
  it('takes any range, as numbers or texts', () => {
    expect(readRequest(BatchDeliveredRequest, { seq_from: 1, seq_to: '1000000' }).value).toEqual({
      seq_from: '1',
      seq_to: '1000000',
    });
  });

  it.each<[unknown, unknown, readonly string[]]>([
    [undefined, undefined, ['seq_from E000001', 'seq_to E000001']],
    [null, '1', ['seq_from E000001']],
    ['1', '', ['seq_to E000001']],
    [{}, [1], ['seq_from E000002', 'seq_to E000002']],
    ['x', '1.5', ['seq_from E000002', 'seq_to E000002']],
    ['0', '1', ['seq_from E000011']],
    ['2', '1', ['seq_to E000011']],
  ])('judges %j to %j', (seq_from, seq_to, expected) => {
    expect(refusals(BatchDeliveredRequest, { seq_from, seq_to })).toEqual(expected);
  });
});
