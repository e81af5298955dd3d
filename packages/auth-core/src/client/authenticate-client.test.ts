import { describe, expect, it } from '@jest/globals';
import { readClientCredentials } from './authenticate-client.js';

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
const none = new Map<string, string>();
const bodyOf = (clientId: string, clientSecret?: string) =>
  new Map([['client_id', clientId], ...(clientSecret === undefined ? [] : [['client_secret', clientSecret]])] as [
    string,
    string,
  ][]);

describe('readClientCredentials', () => {
  it('reads the example of RFC 6749 2.3.1', () => {
    expect(readClientCredentials(none, 'Basic czZCaGRSa3F0MzpnWDFmQmF0M2JW')).toEqual({
      clientId: 's6BhdRkqt3',
      clientSecret: 'gX1fBat3bV',
    });
  });

  it.each([
    ['the body', bodyOf('a', 'b'), undefined],
    ['Basic', none, basic('a:b')],
    ['Basic, with the same client_id in the body', bodyOf('a'), basic('a:b')],
    ['lower-case basic', none, basic('a:b').replace('Basic', 'basic')],
  ])('reads %s', (_where, body, authorization) => {
    expect(readClientCredentials(body, authorization)).toEqual({ clientId: 'a', clientSecret: 'b' });
  });

  it('decodes both halves of Basic as form text', () => {
    expect(readClientCredentials(none, basic('a%3Ab+c:d%25+%E3%81%82'))).toEqual({
      clientId: 'a:b c',
      clientSecret: 'd% あ',
    });
  });

  it.each([
    ['nothing', none, undefined, 'invalid_client'],
    ['a client without a secret', bodyOf('a'), undefined, 'invalid_client'],
    ['both ways at once', bodyOf('a', 'b'), basic('a:b'), 'invalid_request'],
    ['two different clients', bodyOf('b'), basic('a:b'), 'invalid_request'],
    ['another scheme', none, 'Bearer abc', 'invalid_client'],
    ['Basic without a colon', none, basic('ab'), 'invalid_client'],
    ['Basic without an id', none, basic(':b'), 'invalid_client'],
    ['Basic without a secret', none, basic('a:'), 'invalid_client'],
    ['Basic with a broken escape', none, basic('a:%zz'), 'invalid_client'],
    ['Basic that is not base64', none, 'Basic %%%', 'invalid_client'],
    ['Basic without credentials', none, 'Basic', 'invalid_client'],
  ])('refuses %s', (_what, body, authorization, code) => {
    expect(() => readClientCredentials(body, authorization)).toThrow(expect.objectContaining({ code }));
  });
});
