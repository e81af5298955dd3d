import { createServer } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';
import { makeSqliteAdapter } from './peer-adapter.mjs';

/*
 * Here oidc-provider does the same work as our server. Access tokens are ES256 JWTs for one audience, refresh tokens
 * rotate, the lifetimes are the same as ours, and the client is in the database. Neither server logs requests. The peer
 * has no audit log, counts no failures and issues no ID token. Its JWT access tokens cannot be introspected, so it
 * issues opaque tokens for introspection.
 */

const { PEER_PORT = '0', PEER_FILE = '', PEER_CLIENT = '', PEER_KEYS = '', ACCESS_TOKEN_FORMAT = 'jwt' } = process.env;
const issuer = `http://127.0.0.1:${PEER_PORT}`;
const resource = 'urn:trading-platform:api';
const scope = 'profile email qualified';
const redirectUri = 'https://client.example/callback';
const signingClientId = 'signing';
const { privateKey } = await generateKeyPair('ES256', { extractable: true });
const key = { ...(await exportJWK(privateKey)), use: 'sig', alg: 'ES256' };
const client = /** @type {{ client_id: string, client_secret: string }} */ (JSON.parse(PEER_CLIENT));

const Adapter = makeSqliteAdapter(PEER_FILE);
await new Adapter('Client').upsert(client.client_id, {
  ...client,
  redirect_uris: [redirectUri],
  grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
  response_types: ['code'],
  token_endpoint_auth_method: 'client_secret_post',
  id_token_signed_response_alg: 'ES256',
});
await new Adapter('Client').upsert(signingClientId, {
  client_id: signingClientId,
  redirect_uris: [],
  grant_types: ['client_credentials'],
  response_types: [],
  token_endpoint_auth_method: 'private_key_jwt',
  id_token_signed_response_alg: 'ES256',
  jwks: JSON.parse(PEER_KEYS),
});

const provider = new Provider(issuer, {
  adapter: Adapter,
  jwks: { keys: [key] },
  scopes: scope.split(' '),
  cookies: { keys: ['a key of the benchmark'] },
  pkce: { required: () => false },
  rotateRefreshToken: true,
  issueRefreshToken: async () => true,
  findAccount: (_ctx, accountId) => ({ accountId, claims: async () => ({ sub: accountId }) }),
  ttl: {
    AccessToken: 300,
    ClientCredentials: 300,
    AuthorizationCode: 600,
    RefreshToken: 31 * 86_400,
    Grant: 31 * 86_400,
  },
  features: {
    devInteractions: { enabled: false },
    introspection: { enabled: true, allowedPolicy: async () => true },
    revocation: { enabled: true },
    clientCredentials: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => resource,
      useGrantedResource: () => true,
      getResourceServerInfo: () => ({
        scope,
        audience: resource,
        accessTokenTTL: 300,
        accessTokenFormat: ACCESS_TOKEN_FORMAT === 'jwt' ? 'jwt' : 'opaque',
        jwt: { sign: { alg: 'ES256' } },
      }),
    },
  },
});

/** Stores a code with its own grant, as the authorization page does. */
async function makeCode() {
  const owner = await provider.Client.find(client.client_id);
  if (owner === undefined) throw new Error('The client is unknown');
  const grant = new provider.Grant({ accountId: 'hanako', clientId: client.client_id });
  grant.addResourceScope(resource, scope);
  const code = new provider.AuthorizationCode({
    accountId: 'hanako',
    client: owner,
    grantId: await grant.save(),
    redirectUri,
    scope,
    resource,
    gty: 'authorization_code',
  });
  return code.save();
}

const answer = provider.callback();
const server = createServer((request, response) => {
  const codes = /^\/bench\/codes\/(\d+)$/.exec(request.url ?? '')?.[1];
  if (codes === undefined) void answer(request, response);
  else
    void Promise.all(Array.from({ length: Number(codes) }, makeCode)).then((made) =>
      response.end(JSON.stringify(made)),
    );
});
server.keepAliveTimeout = 75_000;
server.listen(Number(PEER_PORT), '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));
