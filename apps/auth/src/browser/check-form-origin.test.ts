import { describe, expect, it } from '@jest/globals';
import { isOwnForm } from './check-form-origin.js';

const https = 'https://auth.example';
const http = 'http://localhost:4000';

describe('a form', () => {
  it.each([
    ['of a browser that says nothing', {}, https, true],
    ['of our page, which sends no referrer', { origin: 'null', 'sec-fetch-site': 'same-origin' }, https, true],
    ['of our origin', { origin: https }, https, true],
    ['of another site', { 'sec-fetch-site': 'cross-site' }, https, false],
    ['of a host beside ours', { 'sec-fetch-site': 'same-site' }, https, false],
    ['of another site that hides its origin', { origin: 'null', 'sec-fetch-site': 'cross-site' }, https, false],
    ['of another origin', { origin: 'https://other.example' }, https, false],
    ['of our host without encryption', { origin: 'http://auth.example' }, https, false],
    ['of the name that was asked for, with https', { origin: 'http://other', host: 'other' }, https, false],
    [
      'of the name that was asked for, without https',
      { origin: 'http://127.0.0.1:4000', host: '127.0.0.1:4000' },
      http,
      true,
    ],
    ['of another name, without https', { origin: 'http://other.example', host: '127.0.0.1:4000' }, http, false],
  ])('%s', (_what, headers, issuer, own) => {
    expect(isOwnForm({ headers }, issuer)).toBe(own);
  });
});
