import { describe, expect, it } from '@jest/globals';
import { redirectLocation } from './redirect-location.js';

describe('redirectLocation', () => {
  it.each([
    ['https://client.example/cb', 'https://client.example/cb?code=a'],
    ['https://client.example/cb?tenant=1', 'https://client.example/cb?tenant=1&code=a'],
    ['https://client.example/cb?', 'https://client.example/cb?code=a'],
    ['https://client.example/cb?a=1&', 'https://client.example/cb?a=1&code=a'],
  ])('adds to %s', (redirectUri, location) => {
    expect(redirectLocation(redirectUri, { code: 'a', state: undefined })).toBe(location);
  });

  it('encodes so that any reader gets the same text back', () => {
    const state = 'a b+c&d=é"\'#%';
    const [, encoded = ''] = redirectLocation('https://client.example/cb', { state }).split('?state=');
    expect(decodeURIComponent(encoded)).toBe(state);
    expect(new URLSearchParams(`state=${encoded}`).get('state')).toBe(state);
    expect(encoded).not.toContain('+');
  });
});
