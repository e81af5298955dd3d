import { beforeAll, describe, expect, it } from '@jest/globals';
import * as client from 'openid-client';
import { allowDevice, Browser } from '../browser.js';
import { callback, shareAuth, type TestedAuth } from '../running-auth.js';
import { discoveredParameters, tokenRecord } from './expectations.js';

let auth: TestedAuth;
let config: client.Configuration;

beforeAll(async () => {
  auth = await shareAuth();
  const { client_id, client_secret } = auth.client;
  config = await client.discovery(new URL(auth.url), client_id, client_secret, undefined, {
    algorithm: 'oauth2',
    execute: [client.allowInsecureRequests],
  });
});

async function answerTo(parameters: Record<string, string>): Promise<URL> {
  const address = client.buildAuthorizationUrl(config, {
    ...discoveredParameters,
    redirect_uri: callback,
    ...parameters,
  });
  return new Browser(auth).signIn(address.search.slice(1));
}

/** Runs the code flow with all security options that the library offers. */
async function signIn(): Promise<client.TokenEndpointResponse & client.TokenEndpointResponseHelpers> {
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  const answer = await answerTo({
    state,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  return client.authorizationCodeGrant(config, answer, { pkceCodeVerifier: verifier, expectedState: state });
}

describe('openid-client', () => {
  it('discovers the server', () => {
    expect(config.serverMetadata()).toMatchObject({
      issuer: auth.url,
      token_endpoint: `${auth.url}/idp/oauth2/access_token?realm=/api`,
    });
  });

  it('takes the code flow with PKCE, state and issuer, and knows the expiry', async () => {
    const tokens = await signIn();
    expect(tokens).toMatchObject(tokenRecord);
    expect(tokens.expiresIn()).toBeGreaterThan(290);
  });

  it('takes the code flow without PKCE', async () => {
    const answer = await answerTo({});
    expect(await client.authorizationCodeGrant(config, answer)).toMatchObject(tokenRecord);
  });

  it('tells a cancelled sign-in as access_denied', async () => {
    const address = client.buildAuthorizationUrl(config, { ...discoveredParameters, redirect_uri: callback });
    const answer = await new Browser(auth).signIn(address.search.slice(1), { decision: 'cancel' });
    await expect(client.authorizationCodeGrant(config, answer)).rejects.toMatchObject({ error: 'access_denied' });
  });

  it('reissues, introspects and revokes', async () => {
    const { access_token, refresh_token = '' } = await signIn();
    const successor = await client.refreshTokenGrant(config, refresh_token);
    expect(successor).toMatchObject(tokenRecord);
    expect(successor.access_token).not.toBe(access_token);
    expect(await client.tokenIntrospection(config, successor.access_token)).toMatchObject({
      active: true,
      username: auth.userId,
      member_code: '10000001',
    });
    await client.tokenRevocation(config, successor.refresh_token ?? '');
    expect(await client.tokenIntrospection(config, successor.access_token)).toEqual({ active: false });
    await expect(client.refreshTokenGrant(config, successor.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });
});

describe('openid-client for a device', () => {
  it('polls until the user has allowed the device', async () => {
    await auth.administration.clients.mark(auth.client.client_id, { deviceFlow: true });
    const device = await client.initiateDeviceAuthorization(config, {});
    const tokens = client.pollDeviceAuthorizationGrant(config, { ...device, interval: 1 });
    expect((await allowDevice(auth, device.user_code)).status).toBe(200);
    expect(await tokens).toMatchObject(tokenRecord);
  });
});

describe('openid-client, where OpenID Connect is switched on', () => {
  it('discovers, checks the ID token with its nonce, and reads the user information', async () => {
    const made = await auth.administration.clients.create({ name: 'OIDC', redirectUris: [callback], openid: true });
    const { clientId } = made.client;
    const own = await client.discovery(new URL(auth.url), clientId, made.clientSecret, undefined, {
      execute: [client.allowInsecureRequests],
    });
    const nonce = client.randomNonce();
    const address = client.buildAuthorizationUrl(own, { ...discoveredParameters, redirect_uri: callback, nonce });
    const answer = await new Browser(auth).signIn(address.search.slice(1));
    const tokens = await client.authorizationCodeGrant(own, answer, { expectedNonce: nonce, idTokenExpected: true });
    const subject = tokens.claims()?.sub ?? '';
    expect(await client.fetchUserInfo(own, tokens.access_token, subject)).toMatchObject({
      sub: subject,
      member_code: '10000001',
    });
  });
});
