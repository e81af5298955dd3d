import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it } from '@jest/globals';
import * as oauth from 'oauth4webapi';
import { allowDevice, Browser } from '../browser.js';
import { callback, shareAuth, type TestedAuth } from '../running-auth.js';
import { discoveredParameters, tokenRecord } from './expectations.js';

/** The documented option of the library for servers on the same machine. */
const insecure = { [oauth.allowInsecureRequests]: true };

let auth: TestedAuth;
let server: oauth.AuthorizationServer;
let client: oauth.Client;

beforeAll(async () => {
  auth = await shareAuth();
  const issuer = new URL(auth.url);
  const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
  server = await oauth.processDiscoveryResponse(issuer, found);
  client = { client_id: auth.client.client_id };
});

describe.each([
  ['client_secret_post', (secret: string) => oauth.ClientSecretPost(secret)],
  ['client_secret_basic', (secret: string) => oauth.ClientSecretBasic(secret)],
])('oauth4webapi with %s', (_method, authenticateWith) => {
  const authentication = () => authenticateWith(auth.client.client_secret);

  async function exchange(withPkce: boolean) {
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const challenge = {
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    };
    const address = new URL(server.authorization_endpoint ?? '');
    const parameters = {
      ...discoveredParameters,
      ...client,
      redirect_uri: callback,
      state,
      ...(withPkce ? challenge : {}),
    };
    for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, String(value));
    const answer = await new Browser(auth).signIn(address.search.slice(1));
    return oauth.processAuthorizationCodeResponse(
      server,
      client,
      await oauth.authorizationCodeGrantRequest(
        server,
        client,
        authentication(),
        oauth.validateAuthResponse(server, client, answer, state),
        callback,
        withPkce ? verifier : oauth.nopkce,
        insecure,
      ),
    );
  }

  it.each([
    ['with PKCE', true],
    ['without PKCE', false],
  ])('takes the code flow %s', async (_title, withPkce) => {
    expect(await exchange(withPkce)).toMatchObject(tokenRecord);
  });

  it('reissues, introspects and revokes', async () => {
    const { refresh_token = '' } = await exchange(true);
    const reissued = await oauth.refreshTokenGrantRequest(server, client, authentication(), refresh_token, insecure);
    const successor = await oauth.processRefreshTokenResponse(server, client, reissued);
    expect(successor).toMatchObject(tokenRecord);
    const introspect = async () =>
      oauth.processIntrospectionResponse(
        server,
        client,
        await oauth.introspectionRequest(server, client, authentication(), successor.access_token, insecure),
      );
    expect(await introspect()).toMatchObject({ active: true, client_id: client.client_id });
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(server, client, authentication(), successor.access_token, insecure),
    );
    expect(await introspect()).toEqual({ active: false });
  });

  it('verifies an access token as a resource server does (RFC 9068)', async () => {
    const { access_token } = await exchange(true);
    const request = new Request('https://api.example/', { headers: { authorization: `Bearer ${access_token}` } });
    const claims = await oauth.validateJwtAccessToken(server, request, 'urn:trading-platform:api', insecure);
    expect(claims).toMatchObject({ iss: auth.url, client_id: client.client_id, member_code: '10000001' });
  });

  it('takes the device flow, whose user decides between two polls', async () => {
    await auth.administration.clients.mark(client.client_id, { deviceFlow: true });
    const ask = async () => {
      const asked = await oauth.deviceAuthorizationRequest(server, client, authentication(), {}, insecure);
      return oauth.processDeviceAuthorizationResponse(server, client, asked);
    };
    let device: oauth.DeviceAuthorizationResponse;
    const poll = async () =>
      oauth.processDeviceCodeResponse(
        server,
        client,
        await oauth.deviceCodeGrantRequest(server, client, authentication(), device.device_code, insecure),
      );
    let early: unknown;
    let tookMs: number;
    do {
      device = await ask();
      expect(device).toMatchObject({ interval: 5, expires_in: 600, verification_uri: `${auth.url}/device` });
      const begun = performance.now();
      await expect(poll()).rejects.toMatchObject({ error: 'authorization_pending', status: 400 });
      early = await poll().catch((error: unknown) => error);
      tookMs = performance.now() - begun;
      // Only a poll within four seconds of the previous one is too early.
    } while ((early as { readonly error?: string }).error !== 'slow_down' && tookMs > 3_900);
    expect(early).toMatchObject({ error: 'slow_down', status: 400 });
    await allowDevice(auth, device.user_code);
    expect(await poll()).toMatchObject(tokenRecord);
    await expect(poll()).rejects.toMatchObject({ error: 'invalid_grant', status: 400 });
  });

  it('reads a refusal as the error that it is', async () => {
    const response = await oauth.refreshTokenGrantRequest(server, client, authentication(), 'x'.repeat(43), insecure);
    await expect(oauth.processRefreshTokenResponse(server, client, response)).rejects.toMatchObject({
      error: 'invalid_grant',
      status: 400,
    });
  });
});

describe('oauth4webapi with private_key_jwt', () => {
  it('gets, introspects and revokes a token of a service account whose secret is refused', async () => {
    const { privateKey, publicKey } = await oauth.generateKeyPair('ES256');
    const { clients } = auth.administration;
    const made = await clients.create({ name: 'Batch', memberCode: '10000001' });
    const service = { client_id: made.client.clientId };
    const jwk = { ...(await crypto.subtle.exportKey('jwk', publicKey)), kid: 'first' };
    await clients.setKeys(service.client_id, JSON.stringify({ keys: [jwk] }), { required: true });
    const signing = oauth.PrivateKeyJwt({ key: privateKey, kid: 'first' });
    const ask = (authentication: oauth.ClientAuth) =>
      oauth.clientCredentialsGrantRequest(server, service, authentication, new URLSearchParams(), insecure);
    expect((await ask(oauth.ClientSecretPost(made.clientSecret))).status).toBe(400);
    const answer = await ask(signing);
    const { access_token } = await oauth.processClientCredentialsResponse(server, service, answer);
    const state = async () => {
      const asked = await oauth.introspectionRequest(server, service, signing, access_token, insecure);
      return oauth.processIntrospectionResponse(server, service, asked);
    };
    expect(await state()).toMatchObject({ active: true, sub: service.client_id });
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(server, service, signing, access_token, insecure),
    );
    expect(await state()).toEqual({ active: false });
  });

  it.each([
    ['gets a token with the keys at its own address', 200, 200],
    ['is refused if that address redirects', 302, 400],
  ])('%s', async (_what, siteStatus, status) => {
    const { privateKey, publicKey } = await oauth.generateKeyPair('ES256');
    const jwk = { ...(await crypto.subtle.exportKey('jwk', publicKey)), kid: 'first' };
    const site = createServer(({ url }, answer) => {
      answer.writeHead(url === '/keys' ? siteStatus : 200, { location: '/moved' }).end(JSON.stringify({ keys: [jwk] }));
    });
    await once(site.listen(0, '127.0.0.1'), 'listening');
    const { clients } = auth.administration;
    const { client: service } = await clients.create({ name: 'Batch', memberCode: '10000001' });
    const { port } = site.address() as AddressInfo;
    await clients.setKeyAddress(service.clientId, `http://127.0.0.1:${port}/keys`);
    const signing = oauth.PrivateKeyJwt({ key: privateKey, kid: 'first' });
    const asked = { client_id: service.clientId };
    const answer = await oauth.clientCredentialsGrantRequest(server, asked, signing, new URLSearchParams(), insecure);
    site.closeAllConnections();
    site.close();
    expect(answer.status).toBe(status);
  });
});
