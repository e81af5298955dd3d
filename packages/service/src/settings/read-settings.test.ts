import { describe, expect, it } from '@jest/globals';
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
  it('has a default for what is absent or empty', () => {
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
