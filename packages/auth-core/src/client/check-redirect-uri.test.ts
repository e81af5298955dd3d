import { describe, expect, it } from '@jest/globals';
import { checkRedirectUri } from './check-redirect-uri.js';

describe('checkRedirectUri', () => {
  it.each([
    'https://client.example/callback',
    'https://client.example/callback?tenant=1',
    'http://localhost:3000/callback',
    'http://127.0.0.1/callback',
    'http://[::1]:8080/callback',
  ])('takes %s', (redirectUri) => {
    expect(() => checkRedirectUri(redirectUri)).not.toThrow();
  });

  it.each([
    'http://client.example/callback',
    'https://client.example/callback#part',
    'https://client.example/callback#',
    'https://user:password@client.example/callback',
    '/callback',
    'javascript:alert(1)',
    'com.example.app:/callback',
    'http://localhost.example/callback',
    'https://client.example/call back',
    `https://client.example/${'a'.repeat(2_000)}`,
  ])('refuses %s', (redirectUri) => {
    expect(() => checkRedirectUri(redirectUri)).toThrow(expect.objectContaining({ code: 'redirect-uri-invalid' }));
  });
});
