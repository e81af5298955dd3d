import { describe, expect, it } from '@jest/globals';
import { relyingPartyOf } from './relying-party.js';

describe('relying party', () => {
  it.each([
    ['https://auth.example.com', { id: 'auth.example.com', origin: 'https://auth.example.com' }],
    ['https://auth.example.com:8443/sign-in', { id: 'auth.example.com', origin: 'https://auth.example.com:8443' }],
    ['http://localhost:4000', { id: 'localhost', origin: 'http://localhost:4000' }],
    ['http://auth.localhost', { id: 'auth.localhost', origin: 'http://auth.localhost' }],
    ['http://auth.example.com', undefined],
    ['http://127.0.0.1:4000', undefined],
    ['https://192.0.2.1', undefined],
    ['https://[2001:db8::1]', undefined],
  ])('of %s', (issuer, party) => {
    expect(relyingPartyOf(issuer)).toEqual(party);
  });
});
