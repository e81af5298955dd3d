import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { platformSettings } from './platform-settings.js';
import { readSettings, SettingsError } from './read-settings.js';

const definitions = {
  port: platformSettings.API_PORT,
  issuer: platformSettings.AUTH_ISSUER,
  keys: platformSettings.AUTH_JWKS_URL,
  prefix: platformSettings.API_PREFIX,
  database: platformSettings.ORDERING_DATABASE_URL,
};

describe('readSettings', () => {
  it('has a default for an absent or empty variable', () => {
    expect(readSettings(definitions, { API_PORT: '' })).toEqual({
      port: 4001,
      issuer: 'http://localhost:4000',
      keys: 'http://localhost:4000/idp/oauth2/jwks',
      prefix: '/ordApi/order',
      database: 'sqlite:data/ordering.sqlite',
    });
  });

  it('derives defaults from other settings', () => {
    expect(readSettings(definitions, { AUTH_PORT: '5000', IDP_SEGMENT: 'sso' })).toMatchObject({
      issuer: 'http://localhost:5000',
      keys: 'http://localhost:5000/sso/oauth2/jwks',
    });
  });

  it.each([
    ['/', ''],
    ['api', '/api'],
    ['/api/v/', '/api/v'],
  ])('normalises the prefix %j to %j', (given, expected) => {
    expect(readSettings(definitions, { API_PREFIX: given }).prefix).toBe(expected);
  });

  it('names every wrong variable at once and repeats no secret', () => {
    const environment = { API_PORT: '70000', ORDERING_DATABASE_URL: 'mysql://u:hidden@h/d' };
    expect(() => readSettings(definitions, environment)).toThrow(
      new SettingsError([
        'API_PORT must be a whole number from 0 to 65535 (it is "70000")',
        'ORDERING_DATABASE_URL must be sqlite:path or postgres://user:password@host:port/name',
      ]),
    );
  });
});

describe('a secret', () => {
  const secret = { key: platformSettings.AUTH_SECRET_KEY };
  const text = 'x'.repeat(31) + '秘';
  let folder: string;
  const written = (name: string, content: string | Buffer) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'trading-platform-settings-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(['', '\n', '\r\n'])('is read from a file that ends with %j', (end) => {
    expect(readSettings(secret, { AUTH_SECRET_KEY_FILE: written('key', text + end) })).toEqual({ key: text });
  });

  it.each(['utf8', 'utf16le'] as const)('is read from a file with a byte order mark in %s', (encoding) => {
    const content = Buffer.from(`\ufeff${text}\r\n`, encoding);
    expect(readSettings(secret, { AUTH_SECRET_KEY_FILE: written('marked', content) })).toEqual({ key: text });
  });

  it('may also have the greatest length in a file', () => {
    const long = 'y'.repeat(65_536);
    expect(readSettings(secret, { AUTH_SECRET_KEY_FILE: written('long', long) })).toEqual({ key: long });
  });

  it.each([
    [
      'missing',
      () => join(folder, 'none'),
      /^AUTH_SECRET_KEY_FILE cannot be read: \/.*none: there is no such file or folder: check the name$/,
    ],
    ['a folder', () => folder, /^AUTH_SECRET_KEY_FILE cannot be read: \/.*: is a folder: name a file$/],
    ['empty', () => written('empty', '\n'), /^AUTH_SECRET_KEY_FILE names an empty file \(.*empty\)$/],
    ['endless', () => '/dev/zero', /^AUTH_SECRET_KEY_FILE names a file of more than 65536 bytes \(\/dev\/zero\)$/],
    [
      'no text',
      () => written('shift-jis', Buffer.from([0x94, 0xe9])),
      /^AUTH_SECRET_KEY_FILE cannot be read: \/.*: at byte offset 0, 0x94 is not UTF-8: write the file as UTF-8/,
    ],
    [
      'a file with too short a secret',
      () => written('short', 'hidden'),
      /^AUTH_SECRET_KEY must have at least 32 characters$/,
    ],
  ])('is refused from a file that is %s', (_kind, path, message) => {
    expect(() => readSettings(secret, { AUTH_SECRET_KEY_FILE: path() })).toThrow(message);
  });

  it('is refused when it is given twice', () => {
    const environment = { AUTH_SECRET_KEY: text, AUTH_SECRET_KEY_FILE: written('twice', text) };
    expect(() => readSettings(secret, environment)).toThrow(/^AUTH_SECRET_KEY and AUTH_SECRET_KEY_FILE are both set/);
  });

  it.each(['localhost', '127.0.0.1', '127.1.2.3', '::1', ''])('may be the public default on %j', (HOST) => {
    expect(readSettings(secret, { HOST }).key).toMatch(/^development-only/);
  });

  it.each(['0.0.0.0', '::', '10.0.0.5', '127.example.com', 'auth.example.com'])(
    'must not be the public default on %s, which other machines can reach',
    (HOST) => {
      const message = `AUTH_SECRET_KEY must be set: its default is public, and other machines reach this service (HOST is ${HOST})`;
      expect(() => readSettings(secret, { HOST })).toThrow(new SettingsError([message]));
      expect(readSettings(secret, { HOST, AUTH_SECRET_KEY: text })).toEqual({ key: text });
    },
  );
});

describe('settings of events', () => {
  const ofEvents = { key: platformSettings.EVENT_SECRET_KEY, http: platformSettings.EVENT_ALLOW_HTTP };
  const developmentKey = expect.stringMatching(/^development-only/);

  it.each([
    [{}, developmentKey],
    [{ HOST: '0.0.0.0' }, undefined],
    [{ AUTH_ISSUER: 'https://auth.example.com' }, undefined],
    [{ HOST: '0.0.0.0', EVENT_SECRET_KEY: 'a'.repeat(32) }, 'a'.repeat(32)],
  ])('have no public key with %j, where others could use it', (environment, key) => {
    expect(readSettings(ofEvents, environment)).toEqual({ key, http: false });
  });

  it('refuse http beside an https issuer', () => {
    const environment = { EVENT_ALLOW_HTTP: '1', AUTH_ISSUER: 'https://auth.example.com' };
    expect(() => readSettings(ofEvents, environment)).toThrow(
      /^EVENT_ALLOW_HTTP must be false: AUTH_ISSUER is an https/,
    );
    expect(readSettings(ofEvents, { EVENT_ALLOW_HTTP: '1' })).toMatchObject({ http: true });
  });

  it('name a wrong list of addresses', () => {
    const rule = platformSettings.EVENT_ADDRESSES;
    expect(() => readSettings({ rule }, { EVENT_ADDRESSES: 'private' })).toThrow(
      /^EVENT_ADDRESSES must be public, networks such as 10.1.0.0\/16, or both/,
    );
  });
});
