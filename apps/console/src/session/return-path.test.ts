import { expect, it } from '@jest/globals';
import { returnPath } from './return-path.js';

it.each(['/', '/batches/41', '/delivery?partner=50000110&day=2026-12-01', '/request#top'])(
  'leads back to %s',
  (path) => {
    expect(returnPath(path)).toBe(path);
  },
);

it.each([
  undefined,
  '',
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  '/\t/evil.example',
  '/a\r\nSet-Cookie: b=c',
  '/sign-in',
  '/sign-in?return=/sign-in',
  '/api/session',
  '/api?a=b',
  '/%61pi/session',
  '/batches/../api/session',
  '/batches/%2e%2e/sign-in',
  '/sign%2Din',
  '/%',
  '/.//evil.example/',
  `/${'a'.repeat(2_000)}`,
  ['/batches'],
])('leads to the first page instead of %j', (path) => {
  expect(returnPath(path)).toBe('/');
});
