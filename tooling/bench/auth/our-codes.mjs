import { defaultAuthSettings, grantAuthorization } from '@trading-platform/auth-core';
import { authSchema, openAuthAdministration, openAuthServer } from '@trading-platform/auth-core/typeorm';
import { openDatabase } from '@trading-platform/database';

const redirectUri = 'https://client.example/callback';

/**
 * Creates a client and a user of our server, and stores codes in the same way as the authorization page. The user's
 * password is not used, because checking a password would cost a hundred times as much as the measured work.
 *
 * @param {{ address: string, secretKey: string, issuer: string, jwks: string }} options `jwks` are the public keys of the client
 */
export async function prepareOurCodes({ address, secretKey, issuer, jwks }) {
  const database = await openDatabase({ address, schemas: [authSchema] });
  const administration = openAuthAdministration(database, { secretKey });
  const made = await administration.clients.create({
    name: 'Bench',
    redirectUris: [redirectUri],
    memberCode: '10000001',
    codeFlow: true,
  });
  await administration.clients.setKeys(made.client.clientId, jwks);
  const user = await administration.users.create({
    userId: 'hanako',
    memberCode: '10000001',
    password: 'correct horse battery staple',
  });
  const settings = { ...defaultAuthSettings, issuer, codeLifetimeSeconds: 600 };
  const server = openAuthServer(database, { secretKey, settings });
  const request = {
    client: made.client,
    redirectUri,
    state: undefined,
    scope: settings.scope,
    codeChallenge: undefined,
    nonce: undefined,
    forceSignIn: false,
  };
  const makeCode = async () => {
    const signedIn = { user, authenticatedAt: Date.now() };
    const origin = { address: '127.0.0.1', requestId: 'bench' };
    const location = await grantAuthorization(server, request, signedIn, origin);
    return new URL(location).searchParams.get('code') ?? '';
  };
  return {
    client: { client_id: made.client.clientId, client_secret: made.clientSecret },
    /** @param {number} count */
    makeCodes: (count) => Promise.all(Array.from({ length: count }, makeCode)),
    close: () => database.close(),
  };
}
