import { describe, expect, it } from '@jest/globals';
import { readTarget } from '../src/index.js';

const addresses = { api_url: 'https://api.example', auth_url: 'https://auth.example/' };
const client = { client_id: 'c', client_secret: 's' };
const user = { user_id: 'u', user_password: 'p' };
const head = { clientId: 'c', clientSecret: 's', userId: 'u', password: 'p' };

const own = (name: string) => ({ user_id: name, user_password: `password of ${name}` });

describe('readTarget', () => {
  it.each([
    ['https://api.example', undefined, 'https://api.example/ordApi/order'],
    ['https://api.example/', '/orders', 'https://api.example/orders'],
    ['https://api.example/own/prefix/', undefined, 'https://api.example/own/prefix'],
  ])('reads the address %s with the prefix %s as %s', (api, prefix, apiUrl) => {
    const file = { ...addresses, ...(prefix === undefined ? {} : { api_prefix: prefix }) };
    expect(readTarget(file, { api })).toMatchObject({ apiUrl, authUrl: 'https://auth.example', idpSegment: 'idp' });
  });

  it('reads the file that npm start writes: an account with the callback of its client, without a market', () => {
    const file = { ...addresses, ...client, ...user, redirect_uris: ['https://c.example/callback'] };
    expect(readTarget(file)).toMatchObject({
      accounts: { head: { ...head, redirectUri: 'https://c.example/callback' } },
      otherClient: undefined,
      serviceAccount: undefined,
      limitedClient: undefined,
      isPrepared: false,
    });
  });

  it('reads the clients with which service accounts and rights are judged', () => {
    const clients = {
      service_account: { client_id: 'n', client_secret: 'ns' },
      limited_client: { client_id: 'l', client_secret: 'ls' },
    };
    expect(readTarget({ ...addresses, ...client, ...user, ...clients })).toMatchObject({
      serviceAccount: { clientId: 'n', clientSecret: 'ns' },
      limitedClient: { clientId: 'l', clientSecret: 'ls' },
    });
  });

  it('assumes that the market is loaded if all its accounts are named', () => {
    const accounts = { head: own('h'), store: own('s'), seller: own('v'), stranger: own('x') };
    const file = { ...addresses, ...client, accounts, other_client: { client_id: 'o', client_secret: 'os' } };
    const target = readTarget(file);
    expect(target.isPrepared).toBe(true);
    expect(target.accounts.seller).toEqual({
      clientId: 'c',
      clientSecret: 's',
      userId: 'v',
      password: 'password of v',
    });
    expect(target.otherClient).toEqual({ clientId: 'o', clientSecret: 'os' });
    const { store: _store, ...three } = accounts;
    expect(readTarget({ ...file, accounts: three }).isPrepared).toBe(false);
  });

  it.each([
    [{}, '--api'],
    [{ api_url: 'https://api.example' }, '--auth'],
    [{ ...addresses, auth_url: 'ftp://auth.example' }, '--auth must be an address'],
  ])('refuses %j', (file, reason) => {
    expect(() => readTarget(file)).toThrow(reason);
  });
});
