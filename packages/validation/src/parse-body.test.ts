import { describe, expect, it } from '@jest/globals';
import { jsonBounds } from '@trading-platform/domain-types';
import fc from 'fast-check';
import { parseBody, UnreadableBodyError } from './parse-body.js';
import { WrittenNumber } from './reading.js';

/** The value of a body, or the reason why it cannot be read. */
function read(body: string | Uint8Array): unknown {
  try {
    return { value: parseBody(typeof body === 'string' ? Buffer.from(body) : body) };
  } catch (error) {
    if (error instanceof UnreadableBodyError) return error.reason;
    throw error;
  }
}

const arrays = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

describe('parseBody', () => {
  it.each([
    ['[1,2]', { value: [1, 2] }],
    ['\uFEFF{"a":"\\ud800"}', { value: { a: '\ud800' } }],
    ['[15,-2,"1.5",true,false,null]', { value: [15, -2, '1.5', true, false, null] }],
    ['[1.5,1.50,1e3]', { value: ['1.5', '1.50', '1e3'].map((source) => new WrittenNumber(source)) }],
    ['[false,1E+3]', { value: [false, new WrittenNumber('1E+3')] }],
    ['[1234567890123456]', { value: [1_234_567_890_123_456] }],
    ['[9007199254740993]', { value: [new WrittenNumber('9007199254740993')] }],
    ['[1.]', 'not-json'],
    ['', 'not-json'],
    ['{', 'not-json'],
    ['"', 'not-json'],
    ['"\\', 'not-json'],
    ["{'a':1}", 'not-json'],
    [Buffer.of(0x22, 0xff, 0x22), 'not-json'],
    [Buffer.from('"菜"').subarray(0, 3), 'not-json'],
    [arrays(jsonBounds.depth), { value: JSON.parse(arrays(jsonBounds.depth)) }],
    [arrays(jsonBounds.depth + 1), 'too-deep'],
    [objects(jsonBounds.depth), { value: JSON.parse(objects(jsonBounds.depth)) }],
    [objects(jsonBounds.depth + 1), 'too-deep'],
    ['['.repeat(1_000_000), 'too-deep'],
    [`[${'[],'.repeat(100)}"${'['.repeat(100)}\\"${'{'.repeat(100)}\\\\"]`, { value: expect.any(Array) }],
    [`[${Array.from({ length: jsonBounds.values }, () => 1).join(',')}]`, 'too-many-values'],
    [`[${Array.from({ length: jsonBounds.values - 1 }, () => 1).join(',')}]`, { value: expect.any(Array) }],
    [`[${Array.from({ length: jsonBounds.values }, () => '""').join(',')}]`, 'too-many-values'],
    [`["${','.repeat(jsonBounds.values)}"]`, { value: expect.any(Array) }],
    [`[${Array.from({ length: jsonBounds.values / 2 }, () => '{}').join(',')}]`, 'too-many-values'],
  ])('reads %.40j', (body, expected) => {
    expect(read(body)).toEqual(expected);
  });

  it('refuses what nests deeper than its bound, and nothing else', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.nat(40), fc.boolean(), (inner, depth, inLists) => {
        const value = Array.from({ length: depth }).reduce(
          (each) => (inLists ? [each] : { a: each }),
          inner as unknown,
        );
        expect(read(JSON.stringify(value))).toEqual(
          depthOf(value) > jsonBounds.depth
            ? 'too-deep'
            : { value: withWrittenNumbers(JSON.parse(JSON.stringify(value))) },
        );
      }),
    );
  });
});

function withWrittenNumbers(value: unknown): unknown {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : new WrittenNumber(JSON.stringify(value));
  if (Array.isArray(value)) return value.map(withWrittenNumbers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withWrittenNumbers(each)]));
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Object.values(value).reduce<number>((most, each) => Math.max(most, depthOf(each)), 0);
}
