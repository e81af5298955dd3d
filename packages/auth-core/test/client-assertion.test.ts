import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { describeDatabases, type TestDatabase } from '@trading-platform/database/testing';
import { SignJWT } from 'jose';
import { introspect, issueByCredentials, revoke, runHousekeeping } from '../src/index.js';
import { authSchema } from '../src/typeorm/index.js';
import { aRequest, auditedEvents, issueOrReissue, makeWorld, password, refusal, type World } from './auth-world.js';

const tokenEndpoint = 'https://auth.example/idp/oauth2/access_token?realm=/api';
const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const refused = { code: 'invalid_client', message: 'Client authentication failed' };

const pairs = {
  ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  RS256: generateKeyPairSync('rsa', { modulusLength: 2_048 }),
  EdDSA: generateKeyPairSync('ed25519'),
  other: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
};
const jwk = (key: KeyObject, more: object = {}) => ({ ...key.export({ format: 'jwk' }), ...more });
const aKey = () => jwk(pairs.ES256.publicKey);
const keySet = (...keys: object[]) => JSON.stringify({ keys });

interface Change {
  readonly header?: Readonly<Record<string, unknown>>;
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly key?: KeyObject | Uint8Array;
}

const signed = (client_assertion: string) => ({ client_assertion, client_assertion_type: assertionType });

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

let ids = 0;

describeDatabases('a client that signs', [authSchema], (open) => {
  let world: World;
  let database: TestDatabase;
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(() => makeClient(database));

  async function makeClient(its: TestDatabase): Promise<void> {
    world = await makeWorld(its, { tokenEndpoint });
    const { clients } = world.administration;
    await clients.setKeys(
      world.client.clientId,
      keySet(
        jwk(pairs.ES256.publicKey, { kid: 'es' }),
        jwk(pairs.RS256.publicKey, { kid: 'rs' }),
        jwk(pairs.EdDSA.publicKey),
      ),
    );
    await clients.bindToMember(world.client.clientId, '10000001', { keepFlows: true });
  }

  const now = () => Math.floor(world.clock.now() / 1_000);
  const minutes = (count: number) => now() + count * 60;

  function sign({ header = {}, claims = {}, key = pairs.ES256.privateKey }: Change = {}): Promise<string> {
    const { clientId } = world.client;
    const usual = { iss: clientId, sub: clientId, aud: tokenEndpoint, exp: now() + 60, jti: `jti-${++ids}` };
    return new SignJWT({ ...usual, ...claims }).setProtectedHeader({ alg: 'ES256', kid: 'es', ...header }).sign(key);
  }

  const ask = (client_assertion: string, more: Readonly<Record<string, string>> = {}, authorization?: string) =>
    issueOrReissue(
      world.server,
      aRequest(
        { grant_type: 'client_credentials', ...signed(client_assertion), ...more },
        { query: { realm: '/api' }, ...(authorization === undefined ? {} : { authorization }) },
      ),
    );

  it.each([
    ['ES256, named by its key id', {}],
    ['RS256', { header: { alg: 'RS256', kid: 'rs' }, key: pairs.RS256.privateKey }],
    ['PS256 with the same RSA key', { header: { alg: 'PS256', kid: 'rs' }, key: pairs.RS256.privateKey }],
    ['EdDSA without a key id', { header: { alg: 'EdDSA', kid: undefined }, key: pairs.EdDSA.privateKey }],
    ['the issuer as its audience', { claims: { aud: 'https://auth.example' } }],
    ['a list of one audience', { claims: { aud: [tokenEndpoint] } }],
    ['its own type', { header: { typ: 'client-authentication+jwt' } }],
  ])('gets tokens with %s', async (_what, change) => {
    expect(await ask(await sign(change))).toMatchObject({ tokenType: 'Bearer' });
  });

  const setKeys = (text: string) => refusal(world.administration.clients.setKeys(world.client.clientId, text));

  const bySecret = () =>
    issueOrReissue(
      world.server,
      aRequest({ ...world.clientFields, grant_type: 'client_credentials' }, { query: { realm: '/api' } }),
    );

  it('finds the right one of several keys without a key id', async () => {
    const keys = [pairs.other, pairs.ES256].map(({ publicKey }) => jwk(publicKey));
    await world.administration.clients.setKeys(world.client.clientId, keySet(...keys));
    expect(await ask(await sign({ header: { kid: undefined } }))).toMatchObject({ tokenType: 'Bearer' });
    const third = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    expect(await refusal(ask(await sign({ header: { kid: undefined }, key: third })))).toEqual(refused);
  });

  it('may also sign to sign a user in, to introspect and to revoke', async () => {
    const user = { user_id: world.user.userId, user_password: password };
    const { accessToken: token } = await issueByCredentials(
      world.server,
      aRequest({ ...user, ...signed(await sign()) }),
    );
    const about = async () => aRequest({ token, ...signed(await sign()) });
    expect(await introspect(world.server, await about())).toMatchObject({ active: true });
    await revoke(world.server, await about());
    expect(await introspect(world.server, await about())).toEqual({ active: false });
  });

  describe('is refused', () => {
    it.each<[string, () => Change]>([
      ['another audience', () => ({ claims: { aud: 'https://other.example' } })],
      ['a second audience', () => ({ claims: { aud: [tokenEndpoint, 'https://other.example'] } })],
      ['the issuer with a slash', () => ({ claims: { aud: 'https://auth.example/' } })],
      ['the token endpoint without its realm', () => ({ claims: { aud: tokenEndpoint.split('?')[0] } })],
      ['no audience', () => ({ claims: { aud: undefined } })],
      ['an empty list of audiences', () => ({ claims: { aud: [] } })],
      ['another subject', () => ({ claims: { sub: 'somebody' } })],
      ['no subject', () => ({ claims: { sub: undefined } })],
      ['another issuer', () => ({ claims: { iss: 'somebody' } })],
      ['an issuer that is no text', () => ({ claims: { iss: 7 } })],
      ['an issuer with a null character', () => ({ claims: { iss: 'a\0' } })],
      ['no end', () => ({ claims: { exp: undefined } })],
      ['an end that is a text', () => ({ claims: { exp: '99999999999' } })],
      ['its end', () => ({ claims: { exp: now() } })],
      ['an end more than five minutes ahead', () => ({ claims: { exp: minutes(5) + 1 } })],
      ['a beginning far ahead', () => ({ claims: { nbf: minutes(2) } })],
      ['a beginning that is no number', () => ({ claims: { nbf: 'now' } })],
      ['an issue far ahead', () => ({ claims: { iat: minutes(2) } })],
      ['no id', () => ({ claims: { jti: undefined } })],
      ['an empty id', () => ({ claims: { jti: '' } })],
      ['a very long id', () => ({ claims: { jti: 'x'.repeat(256) } })],
      ['an id that is a number', () => ({ claims: { jti: 7 } })],
      ['a key of somebody else', () => ({ key: pairs.other.privateKey })],
      ['an unknown key id', () => ({ header: { kid: 'unknown' } })],
      ['the key id of another algorithm', () => ({ header: { kid: 'rs' } })],
      ['the type of an access token', () => ({ header: { typ: 'at+jwt' } })],
      ['the public key as a secret (HS256)', () => ({ header: { alg: 'HS256' }, key: pemOf(pairs.ES256.publicKey) })],
      [
        'the client secret as a key (HS256)',
        () => ({ header: { alg: 'HS256' }, key: Buffer.from(world.clientSecret) }),
      ],
      [
        'an algorithm that is not allowed (RS512)',
        () => ({ header: { alg: 'RS512', kid: 'rs' }, key: pairs.RS256.privateKey }),
      ],
      [
        'its own key in the header',
        () => ({ header: { kid: undefined, jwk: jwk(pairs.other.publicKey) }, key: pairs.other.privateKey }),
      ],
    ])('with %s', async (_what, change) => {
      expect(await refusal(ask(await sign(change())))).toEqual(refused);
    });

    it('without a signature (alg none), with a cut or changed one, and in other forms', async () => {
      const [head = '', body = '', signature = ''] = (await sign()).split('.');
      const none = encoded({ alg: 'none' });
      const hmac = createHmac('sha256', pemOf(pairs.ES256.publicKey)).update(
        `${encoded({ alg: 'HS256', kid: 'es' })}.${body}`,
      );
      const forged = [
        `${none}.${body}.`,
        `${none}.${body}.${signature}`,
        `${encoded({ alg: 'HS256', kid: 'es' })}.${body}.${hmac.digest('base64url')}`,
        `${encoded({ alg: 'ES256', kid: 'es', crit: ['exp'], exp: 1 })}.${body}.${signature}`,
        `${head}.${body}.${signature.slice(0, -4)}`,
        `${head}.${body}.`,
        `${head}.${body}`,
        `${head}.${encoded({ iss: world.client.clientId })}.${signature}`,
        `${head}.bm90IGpzb24.${signature}`,
        '...',
        'x',
        `${head}.${body}.${signature}.${'A'.repeat(8_192)}`,
      ];
      for (const assertion of forged) expect(await refusal(ask(assertion))).toEqual(refused);
      expect(await ask(`${head}.${body}.${signature}`)).toMatchObject({ tokenType: 'Bearer' });
    });

    it('for a second use of the same id, which is audited, but a refused one uses no id up', async () => {
      const claims = { jti: 'the same' };
      expect(await refusal(ask(await sign({ claims: { ...claims, aud: 'elsewhere' } })))).toEqual(refused);
      expect(await ask(await sign({ claims }))).toMatchObject({ tokenType: 'Bearer' });
      expect(await refusal(ask(await sign({ claims })))).toEqual(refused);
      expect(await auditedEvents(world)).toContain('client.assertion-replayed');
    });

    it('when it is disabled, has no keys, or names another client beside', async () => {
      const { clients } = world.administration;
      expect(await refusal(ask(await sign(), { client_id: 'other' }))).toEqual(refused);
      expect(await ask(await sign(), { client_id: world.client.clientId })).toMatchObject({ tokenType: 'Bearer' });
      await clients.disable(world.client.clientId);
      expect(await refusal(ask(await sign()))).toEqual(refused);
      await clients.enable(world.client.clientId);
      await clients.setKeys(world.client.clientId, undefined);
      expect(await refusal(ask(await sign()))).toEqual(refused);
    });

    it.each<[string, Readonly<Record<string, string>>, string | undefined, string]>([
      [
        'a secret besides',
        { client_secret: 'x' },
        undefined,
        'Use either client_assertion or a client secret, not both',
      ],
      ['HTTP Basic besides', {}, 'Basic eDp5', 'Use either client_assertion or a client secret, not both'],
      ['another type', { client_assertion_type: 'jwt' }, undefined, `client_assertion_type must be ${assertionType}`],
    ])('with %s, and says so', async (_what, more, authorization, message) => {
      expect(await refusal(ask(await sign(), more, authorization))).toEqual({ code: 'invalid_request', message });
    });

    it('with the JWT in the address', async () => {
      const request = aRequest(
        { grant_type: 'client_credentials' },
        { query: { realm: '/api', ...signed(await sign()) } },
      );
      expect(await refusal(issueOrReissue(world.server, request))).toEqual({
        code: 'invalid_request',
        message: 'Parameter not allowed in the query: client_assertion',
      });
    });
  });

  describe('and its secret', () => {
    it('uses either, until keys are required', async () => {
      expect(await bySecret()).toMatchObject({ tokenType: 'Bearer' });
      const keys = keySet(jwk(pairs.ES256.publicKey, { kid: 'es' }));
      await world.administration.clients.setKeys(world.client.clientId, keys, { required: true });
      expect(await refusal(bySecret())).toEqual(refused);
      expect(await ask(await sign())).toMatchObject({ tokenType: 'Bearer' });
      expect(await auditedEvents(world)).toContain('client.keys-set');
    });
  });

  it('leaves no row of a used id for long', async () => {
    await makeClient(await open());
    await ask(await sign());
    world.clock.advanceSeconds(60 + 600 + 1);
    expect(await runHousekeeping(world.server)).toMatchObject({ 'client-assertions': 1 });
  });

  describe('has keys that', () => {
    let small: KeyObject;
    beforeAll(() => {
      small = generateKeyPairSync('rsa', { modulusLength: 1_024 }).publicKey;
    });
    it.each<[string, () => string, RegExp]>([
      ['are no JSON', () => 'x', /JSON with an array/],
      ['are no list', () => '{"keys":7}', /JSON with an array/],
      ['are none', () => keySet(), /1 to 20 keys/],
      ['are too many', () => keySet(...Array.from({ length: 21 }, aKey)), /1 to 20 keys/],
      ['are too long', () => ' '.repeat(16_385), /at most 16384 characters/],
      ['share an id', () => keySet({ ...aKey(), kid: 'a' }, { ...aKey(), kid: 'a' }), /the same "kid"/],
      ['are private', () => keySet(jwk(pairs.ES256.privateKey)), /key 1 is secret/],
      ['are symmetric', () => keySet({ kty: 'oct', k: 'AAAA' }), /key 1 is secret/],
      ['are for encryption', () => keySet({ ...aKey(), use: 'enc' }), /not for signatures/],
      ['are for another algorithm', () => keySet({ ...aKey(), alg: 'HS256' }), /"alg" must be one of/],
      ['are of another curve', () => keySet({ ...aKey(), crv: 'secp256k1' }), /"alg" must be one of/],
      ['are damaged', () => keySet({ ...aKey(), x: 'AAAA' }), /key 1 cannot be read/],
      ['are short', () => keySet(jwk(small)), /at least 2048 bits/],
    ])('are refused if they %s', async (_what, text, message) => {
      expect(await setKeys(text())).toMatchObject({ code: 'value-invalid', message: expect.stringMatching(message) });
    });

    it('cannot be required without any', async () => {
      const { clients } = world.administration;
      expect(await refusal(clients.setKeys(world.client.clientId, undefined, { required: true }))).toMatchObject({
        code: 'value-invalid',
      });
    });
  });
});

function pemOf(key: KeyObject): Uint8Array {
  return Buffer.from(
    createPublicKey(key.export({ type: 'spki', format: 'pem' })).export({ type: 'spki', format: 'pem' }),
  );
}
