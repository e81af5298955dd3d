import { describe, expect, it } from '@jest/globals';
import { parametersAtMost, readParameters, refuseInQuery, requireParameter } from './parameters.js';

const refused = expect.objectContaining({ code: 'invalid_request' });

describe('readParameters', () => {
  it('decodes names and values', () => {
    expect([...readParameters('a=1+2&b=%E3%81%82%26&c')]).toEqual([
      ['a', '1 2'],
      ['b', 'あ&'],
    ]);
  });

  it('takes a parameter without a value as absent', () => {
    expect(readParameters('a=&b').size).toBe(0);
    expect(() => requireParameter(readParameters('a='), 'a')).toThrow(refused);
  });

  it.each(['a=1&a=1', 'a=&a=1', 'a=1&b=2&%61=3'])('refuses the repetition in %s', (encoded) => {
    expect(() => readParameters(encoded)).toThrow(refused);
  });

  it('describes a repeated parameter in the characters that RFC 6749 5.2 allows', () => {
    expect(() => readParameters('%22%5C%0A=1&%22%5C%0A=2')).toThrow('Parameter repeated: ???');
  });

  it('takes a hundred parameters and refuses one more', () => {
    const many = Array.from({ length: parametersAtMost }, (_, index) => `p${index}=1`);
    expect(readParameters(many.join('&')).size).toBe(parametersAtMost);
    expect(() => readParameters([...many, 'more=1'].join('&'))).toThrow(refused);
  });
});

describe('refuseInQuery', () => {
  it('refuses what belongs in the body', () => {
    expect(() => refuseInQuery(readParameters('client_secret=x'), new Set(['client_secret']))).toThrow(refused);
    expect(() => refuseInQuery(readParameters('realm=/api'), new Set(['client_secret']))).not.toThrow();
  });
});
