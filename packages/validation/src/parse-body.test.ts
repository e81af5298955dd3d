import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { jsonBounds, parseBody, UnreadableBodyError } from './parse-body.js';

/** The value of a body, or why there is none. */
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
          depthOf(value) > jsonBounds.depth ? 'too-deep' : { value: JSON.parse(JSON.stringify(value)) },
        );
      }),
    );
  });
});

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Object.values(value).reduce<number>((most, each) => Math.max(most, depthOf(each)), 0);
}
