import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryTokenStore, type SignIn } from '../src/index.js';
import { FakePlatform } from '../src/testing/index.js';
import { clientOf } from './a-client.js';

const redirectUri = 'https://erp.example.com/callback';
let platform: FakePlatform;
let url: string;

beforeEach(async () => {
  platform = new FakePlatform();
  url = await platform.start();
});

afterEach(() => platform.stop());

const aClient = (tokenStore = new MemoryTokenStore()) => clientOf(url, { userId: undefined, tokenStore });

const callback = ({ state }: SignIn, changes: Readonly<Record<string, string>> = {}) => {
  const query = new URLSearchParams({ code: 'good-code', state, iss: url, ...changes });
  for (const [name, value] of Object.entries(changes)) if (value === '') query.delete(name);
  return `${redirectUri}?${query.toString()}`;
};

describe('a sign-in on the authorization page', () => {
  it('sends the browser with all parameters that the page needs, and a new challenge', async () => {
    const client = aClient();
    const [one, two] = await Promise.all([client.authorizationUrl(redirectUri), client.authorizationUrl(redirectUri)]);
    const page = new URL(one?.url ?? '');
    expect(page.origin + page.pathname).toBe(`${url}/idp/oauth2/authorize`);
    expect(Object.fromEntries(page.searchParams)).toEqual({
      realm: '/api',
      client_id: 'erp',
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid profile email qualified',
      access_type: 'offline',
      state: one?.state,
      code_challenge: createHash('sha256')
        .update(one?.codeVerifier ?? '')
        .digest('base64url'),
      code_challenge_method: 'S256',
    });
    expect(one?.codeVerifier).toMatch(/^[\w-]{43}$/);
    expect(two?.state).not.toBe(one?.state);
    expect(two?.codeVerifier).not.toBe(one?.codeVerifier);
  });

  it('exchanges the code for tokens, and keeps them', async () => {
    const store = new MemoryTokenStore();
    const signIn = await aClient(store).authorizationUrl(redirectUri);
    await aClient(store).exchangeCode(callback(signIn), signIn);
    expect(platform.callsTo('/oauth2/access_token').map(({ body }) => body)).toEqual([
      {
        grant_type: 'authorization_code',
        code: 'good-code',
        redirect_uri: redirectUri,
        client_id: 'erp',
        client_secret: 'secret',
        code_verifier: signIn.codeVerifier,
      },
    ]);
    expect(await aClient(store).accessToken()).toBe('access-1');
  });

  it.each([
    ['another state', { state: 'x' }, 'belongs to another sign-in'],
    ['no state', { state: '' }, 'belongs to another sign-in'],
    ['another iss', { iss: 'https://evil.example.com' }, 'comes from https://evil.example.com instead of'],
    ['no iss', { iss: '' }, 'comes from a server that does not say its name'],
    ['no code', { code: '' }, 'has no code'],
    ['a refusal', { code: '', error: 'access_denied', error_description: 'The user cancelled' }, 'The user cancelled'],
  ])('refuses a callback with %s without a call', async (_what, changes, reason) => {
    const client = aClient();
    const signIn = await client.authorizationUrl(redirectUri);
    await expect(client.exchangeCode(callback(signIn, changes), signIn)).rejects.toMatchObject({
      code: 'login-refused',
      reason: expect.stringContaining(reason),
    });
    expect(platform.calls).toEqual([]);
  });

  it('never sends a code twice', async () => {
    platform.disturbances.push((_call, response) => response.destroy() !== undefined);
    const client = aClient();
    const signIn = await client.authorizationUrl(redirectUri);
    await expect(client.exchangeCode(callback(signIn), signIn)).rejects.toMatchObject({ code: 'unavailable' });
    expect(platform.calls).toHaveLength(1);
  });
});

describe('a sign-in of a device', () => {
  it('shows a code, waits as the server says, and keeps the tokens', async () => {
    platform.tokens.deviceAnswers = ['authorization_pending', 'authorization_pending'];
    const store = new MemoryTokenStore();
    const signIn = await aClient(store).beginDeviceSignIn();
    expect(signIn).toEqual({
      url: 'https://auth.example.com/device',
      completeUrl: 'https://auth.example.com/device?user_code=WDJB-MJHT',
      userCode: 'WDJB-MJHT',
      deviceCode: 'device-code',
      intervalSeconds: 0.02,
      endsAt: expect.any(Number),
    });
    await aClient(store).completeDeviceSignIn(signIn);
    expect(platform.callsTo('/oauth2/access_token').map(({ body }) => body)).toEqual(
      Array.from({ length: 3 }, () => ({
        grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
        device_code: 'device-code',
        client_id: 'erp',
        client_secret: 'secret',
      })),
    );
    expect(await aClient(store).accessToken()).toBe('access-1');
  });

  it('waits five seconds more from each slow_down on', async () => {
    platform.tokens.deviceAnswers = ['slow_down'];
    const client = aClient();
    const signIn = await client.beginDeviceSignIn();
    const waited = client.completeDeviceSignIn(signIn, { signal: AbortSignal.timeout(1_000) });
    await expect(waited).rejects.toMatchObject({ code: 'timeout' });
    expect(platform.callsTo('/oauth2/access_token')).toHaveLength(1);
  });

  it.each([
    ['access_denied', 'Begin the sign-in again if this was a mistake.'],
    ['expired_token', 'Begin the sign-in again, and type its new code at once.'],
    ['invalid_grant', 'Begin the sign-in again: a code works once, and belongs to one client.'],
  ])('says what helps after %s', async (oauthError, advice) => {
    platform.tokens.deviceAnswers = ['authorization_pending', oauthError];
    const client = aClient();
    const refused = client.completeDeviceSignIn(await client.beginDeviceSignIn());
    await expect(refused).rejects.toMatchObject({ code: 'login-refused', oauthError, advice });
  });

  it('ends by itself when the code has expired', async () => {
    const client = aClient();
    const signIn = await client.beginDeviceSignIn();
    const refused = client.completeDeviceSignIn({ ...signIn, endsAt: Date.now() });
    await expect(refused).rejects.toMatchObject({ code: 'login-refused', oauthError: 'expired_token' });
    expect(platform.callsTo('/oauth2/access_token')).toEqual([]);
  });

  it('asks again after a failure of the connection', async () => {
    platform.disturbances.push(({ path }, response) => {
      if (path.endsWith('/oauth2/access_token')) response.destroy();
      return response.destroyed;
    });
    const client = aClient();
    await client.completeDeviceSignIn(await client.beginDeviceSignIn());
    expect(await client.accessToken()).toBe('access-1');
  });

  it('says what helps a client without the device flow', async () => {
    const refused = clientOf(url, { userId: undefined, clientId: 'other' }).beginDeviceSignIn();
    await expect(refused).rejects.toMatchObject({
      oauthError: 'unauthorized_client',
      advice: 'Ask the operator of the platform to switch the device flow on for the client.',
    });
  });
});
