import { describe, expect, it } from '@jest/globals';
import { acceptsJson, answerEncoding, isJsonContentType } from './media-types.js';

describe('answerEncoding', () => {
  it.each([
    ['', 'identity'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'gzip'],
    ['deflate, gzip;q=1.0, *;q=0.5', 'gzip'],
    ['*', 'gzip'],
    ['gzip;q=0', 'identity'],
    ['gzip;q=0, *', 'identity'],
    ['identity', 'identity'],
    ['br', 'identity'],
    ['identity;q=1, gzip;q=0.5', 'identity'],
  ] as const)('%j gives %s', (header, encoding) => {
    expect(answerEncoding(header)).toBe(encoding);
  });
});

describe('acceptsJson', () => {
  it.each([
    [undefined, true],
    ['*/*', true],
    ['application/json', true],
    ['application/json; charset=UTF-8', true],
    ['text/html', false],
    ['application/json;q=0, */*', false],
    ['', true],
  ])('%j: %j', (header, accepted) => {
    expect(acceptsJson(header)).toBe(accepted);
  });
});

describe('isJsonContentType', () => {
  it.each([
    ['application/json', true],
    ['Application/JSON; Charset="utf-8"', true],
    ['application/json;charset=UTF8', true],
    ['application/json;charset=iso-8859-1', false],
    ['text/json', false],
    ['nonsense', false],
  ])('%j: %j', (header, isJson) => {
    expect(isJsonContentType(header)).toBe(isJson);
  });
});
