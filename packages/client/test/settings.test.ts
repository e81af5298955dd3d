import { describe, expect, it } from '@jest/globals';
import { PlatformClient } from '../src/index.js';

const good = {
  TRADING_PLATFORM_AUTH_URL: 'https://auth.example.com',
  TRADING_PLATFORM_API_URL: 'https://api.example.com',
  TRADING_PLATFORM_CLIENT_ID: 'erp',
  TRADING_PLATFORM_CLIENT_SECRET: 'secret',
  TRADING_PLATFORM_USER_ID: 'tanaka',
  TRADING_PLATFORM_PASSWORD: 'correct horse',
};

const withApi =
  (address: string, more: object = {}) =>
  () =>
    PlatformClient.fromEnv({}, { ...good, TRADING_PLATFORM_API_URL: address, ...more });
const withAuth = (address: string) => () => PlatformClient.fromEnv({ authUrl: address }, good);

describe('the settings of a client', () => {
  it.each([
    ['localhost:4001', 'apiUrl "localhost:4001" has no scheme: write http://localhost:4001'],
    ['api.example.com', 'apiUrl "api.example.com" has no scheme: write https://api.example.com'],
    ['', 'apiUrl "" is empty'],
    ['ftp://api.example.com', 'begins with ftp:// instead of https://'],
    ['https://', 'is not a valid address'],
    ['https://tanaka:hidden@api.example.com', 'apiUrl "https://***@api.example.com" has a user name or password in it'],
    ['https://api.example.com?x=1', 'has a query or a fragment'],
    ['https://api.example.com/ordApi/order', 'has a path too many: leave out /ordApi/order, the client adds it'],
    [
      'https://api.example.com/ordApi/order/trade/download/request',
      'leave out /ordApi/order/trade/download/request, the client adds it',
    ],
    ['http://api.example.com', 'would send passwords and tokens in the clear'],
    ['http://localhost.example.com', 'would send passwords and tokens in the clear'],
  ])('refuse the address %j', (address, reason) => {
    // An empty variable counts as unset.
    const make = address === '' ? () => PlatformClient.fromEnv({ apiUrl: '' }, good) : withApi(address);
    expect(make).toThrow(expect.objectContaining({ code: 'settings-wrong', reason: expect.stringContaining(reason) }));
  });

  it.each([
    'https://auth.example.com/idp/oauth2/authorize',
    'https://auth.example.com/.well-known/openid-configuration',
  ])('refuse the address %j of the authentication server', (address) => {
    expect(withAuth(address)).toThrow(
      expect.objectContaining({ reason: expect.stringContaining('has a path too many') }),
    );
  });

  it.each([
    'http://localhost:4001',
    'http://127.0.0.1:4001/',
    'http://[::1]:4001',
    'https://gateway.example.com/trading/',
  ])('take the address %j', (address) => {
    expect(withApi(address)).not.toThrow();
  });

  it('allow unencrypted passwords only if an option says so', () => {
    expect(withApi('http://api:4001', { TRADING_PLATFORM_ALLOW_HTTP: '1' })).not.toThrow();
    expect(withApi('http://api:4001', { TRADING_PLATFORM_ALLOW_HTTP: '0' })).toThrow(/in the clear/);
    expect(withApi('http://api:4001', { TRADING_PLATFORM_ALLOW_HTTP: 'maybe' })).toThrow(/instead of 1 or 0/);
  });

  it('name every variable that is missing', () => {
    const { TRADING_PLATFORM_PASSWORD: _password, ...rest } = good;
    expect(() => PlatformClient.fromEnv({}, { ...rest, TRADING_PLATFORM_CLIENT_ID: '' })).toThrow(
      expect.objectContaining({
        reason: 'The environment lacks TRADING_PLATFORM_CLIENT_ID, TRADING_PLATFORM_PASSWORD',
        advice: 'Set these variables, or give the options to fromEnv.',
      }),
    );
  });

  it('make a service account of a client without a user', () => {
    const { TRADING_PLATFORM_USER_ID: _user, TRADING_PLATFORM_PASSWORD: _password, ...service } = good;
    const own = { ...service, TRADING_PLATFORM_CLIENT_CREDENTIALS: '1' };
    expect(() => PlatformClient.fromEnv({}, own)).not.toThrow();
    expect(() => PlatformClient.fromEnv({}, { ...own, TRADING_PLATFORM_USER_ID: 'tanaka' })).toThrow(
      expect.objectContaining({ reason: expect.stringContaining('TRADING_PLATFORM_PASSWORD') }),
    );
    expect(() => PlatformClient.fromEnv({}, { ...good, TRADING_PLATFORM_CLIENT_CREDENTIALS: '1' })).toThrow(
      /has no user/,
    );
    // An option overrides the variables of a user.
    expect(() => PlatformClient.fromEnv({ clientCredentials: true }, good)).not.toThrow();
  });
});
