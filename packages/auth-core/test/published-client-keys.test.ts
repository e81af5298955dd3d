import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Database, openDatabase } from '@trading-platform/database';
import { SignJWT } from 'jose';
import { issueOrReissue } from '../src/index.js';
import { authSchema } from '../src/typeorm/index.js';
import { aRequest, auditedEvents, makeWorld, refusal, type World } from './auth-world.js';

const address = 'https://client.example/keys.json';
const refused = { code: 'invalid_client', message: 'Client authentication failed' };
const minutes = 60;

const pairOf = (kid: string) => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { kid, key: privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid } };
};
const [first, second] = [pairOf('first'), pairOf('second')];
const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 }).publicKey.export({ format: 'jwk' });

/** The sites of clients, with the answer of each address and the number of times it was read. */
class Sites {
  readonly #answers = new Map<string, () => string | Promise<string>>();
  readonly reads: string[] = [];

  publish(at: string, ...keys: object[]): void {
    this.answer(at, () => JSON.stringify({ keys }));
  }

  answer(at: string, how: () => string | Promise<string>): void {
    this.#answers.set(at, how);
  }

  fetch = async (url: string): Promise<string> => {
    this.reads.push(url);
    const how = this.#answers.get(url);
    if (how === undefined) throw new Error('has not answered');
    return how();
  };
}

let ids = 0;

describe('a client that publishes its keys', () => {
  let folder: string;
  let database: Database;
  let sites: Sites;
  let world: World;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'published-client-keys-'));
    database = await openDatabase({ address: `sqlite:${join(folder, 'auth.sqlite')}`, schemas: [authSchema] });
    await database.migrate();
  });
  afterAll(async () => {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });

  beforeEach(async () => {
    sites = new Sites();
    world = await makeWorld(database, {}, undefined, { fetchKeySet: sites.fetch });
    const { clients } = world.administration;
    await clients.bindToMember(world.client.clientId, '10000001');
    await clients.setKeyAddress(world.client.clientId, address, { required: true });
    sites.publish(address, first.jwk);
  });

  async function askAs(clientId: string, { kid, key }: typeof first, header: object = {}) {
    const exp = Math.floor(world.clock.now() / 1_000) + 60;
    const claims = { iss: clientId, sub: clientId, aud: 'https://auth.example', exp, jti: `jti-${++ids}` };
    const client_assertion = await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid, ...header }).sign(key);
    const client_assertion_type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
    const body = { grant_type: 'client_credentials', client_assertion, client_assertion_type };
    return issueOrReissue(world.server, aRequest(body, { query: { realm: '/api' } }));
  }
  const ask = (pair: typeof first, header?: object) => askAs(world.client.clientId, pair, header);
  const tokens = { tokenType: 'Bearer' };

  it('is read once for many calls, and again after ten minutes', async () => {
    expect(await Promise.all([1, 2, 3].map(() => ask(first)))).toMatchObject([tokens, tokens, tokens]);
    world.clock.advanceSeconds(10 * minutes - 1);
    expect(await ask(first)).toMatchObject(tokens);
    expect(sites.reads).toEqual([address]);
    world.clock.advanceSeconds(1);
    expect(await ask(first)).toMatchObject(tokens);
    expect(sites.reads).toEqual([address, address]);
  });

  it('signs with a new key at once, which is looked for at most every 30 seconds', async () => {
    await ask(first);
    sites.publish(address, first.jwk, second.jwk);
    expect(await refusal(ask(second))).toEqual(refused);
    world.clock.advanceSeconds(30);
    expect(await Promise.all([1, 2, 3].map(() => ask(second)))).toMatchObject([tokens, tokens, tokens]);
    for (const kid of ['a', 'b', 'c']) expect(await refusal(ask({ ...first, kid }))).toEqual(refused);
    expect(sites.reads).toHaveLength(2);
  });

  it('loses a key that it publishes no longer', async () => {
    await ask(first);
    sites.publish(address, second.jwk);
    world.clock.advanceSeconds(10 * minutes);
    expect(await refusal(ask(first))).toEqual(refused);
    expect(await ask(second)).toMatchObject(tokens);
  });

  it('goes on for an hour while its address fails, which is audited once', async () => {
    await ask(first);
    sites.answer(address, () => Promise.reject(new Error('has answered 500')));
    for (let passed = 0; passed < 59; passed += 10) {
      world.clock.advanceSeconds(passed === 50 ? 9 * minutes : 10 * minutes);
      expect(await ask(first)).toMatchObject(tokens);
    }
    world.clock.advanceSeconds(minutes);
    expect(await refusal(ask(first))).toEqual(refused);
    expect((await auditedEvents(world)).filter((event) => event === 'client.keys-unread')).toHaveLength(1);
    expect(await world.server.audit.list({ event: 'client.keys-unread', limit: 1 })).toMatchObject([
      { clientId: world.client.clientId, detail: { address, reason: 'has answered 500' } },
    ]);
    sites.publish(address, first.jwk);
    world.clock.advanceSeconds(30);
    expect(await ask(first)).toMatchObject(tokens);
  });

  it('neither delays nor stops others while its address hangs', async () => {
    const { clients } = world.administration;
    const other = await clients.create({ name: 'Other', memberCode: '10000001' });
    await clients.setKeyAddress(other.client.clientId, 'https://other.example/keys');
    sites.publish('https://other.example/keys', second.jwk);
    const { promise: hanging, resolve: answer } = Promise.withResolvers<string>();
    sites.answer(address, () => hanging);
    const waiting = ask(first);
    expect(await askAs(other.client.clientId, second)).toMatchObject(tokens);
    answer(JSON.stringify({ keys: [first.jwk] }));
    expect(await waiting).toMatchObject(tokens);
  });

  it.each<[string, object]>([
    ['names another address (jku)', { jku: 'https://evil.example/keys', kid: 'second' }],
    ['brings its own key (jwk)', { jwk: second.jwk, kid: undefined }],
    ['names a certificate (x5u)', { x5u: 'https://evil.example/cert', kid: 'second' }],
  ])('is refused if its JWT %s, and that address is not read', async (_what, header) => {
    sites.publish('https://evil.example/keys', second.jwk);
    expect(await refusal(ask(second, header))).toEqual(refused);
    expect(new Set(sites.reads)).toEqual(new Set([address]));
  });

  it.each<[string, () => string]>([
    ['no JSON', () => '<html>'],
    ['no list of keys', () => '{"keys":{}}'],
    ['no key', () => '{"keys":[]}'],
    ['only symmetric keys', () => JSON.stringify({ keys: [{ kty: 'oct', k: 'AAAA', kid: 'first' }] })],
    [
      'only its private key',
      () => JSON.stringify({ keys: [{ ...first.key.export({ format: 'jwk' }), kid: 'first' }] }),
    ],
    ['more than 20 keys', () => JSON.stringify({ keys: Array.from({ length: 21 }, () => first.jwk) })],
    ['more than 16,384 characters', () => JSON.stringify({ keys: [first.jwk], more: 'x'.repeat(16_384) })],
  ])('is refused if its address has %s', async (_what, text) => {
    sites.answer(address, text);
    expect(await refusal(ask(first))).toEqual(refused);
    expect(await auditedEvents(world)).toContain('client.keys-unread');
  });

  it('may publish keys of other uses and algorithms besides', async () => {
    sites.publish(address, { ...rsa, use: 'enc', kid: 'enc' }, { kty: 'X', kid: 'x' }, first.jwk);
    expect(await ask(first)).toMatchObject(tokens);
  });

  it('is not read while the client is disabled, nor with an address or keys that it no longer has', async () => {
    const { clients } = world.administration;
    const { clientId } = world.client;
    await clients.disable(clientId);
    expect(await refusal(ask(first))).toEqual(refused);
    await clients.enable(clientId);
    expect(await clients.setKeys(clientId, JSON.stringify({ keys: [second.jwk] }))).toMatchObject({
      jwksUri: undefined,
    });
    expect(await refusal(ask(first))).toEqual(refused);
    expect(sites.reads).toEqual([]);
    expect(await clients.setKeyAddress(clientId, address)).toMatchObject({ jwks: undefined, jwksUri: address });
    expect(await ask(first)).toMatchObject(tokens);
  });

  it.each([
    'http://client.example/keys',
    'https://user@client.example/keys',
    'https://client.example/keys#1',
    'keys.json',
    `https://client.example/${'x'.repeat(2_000)}`,
  ])('cannot have the address %s', async (wrong) => {
    const { clients } = world.administration;
    expect(await refusal(clients.setKeyAddress(world.client.clientId, wrong))).toMatchObject({
      code: 'value-invalid',
      message: expect.stringMatching(/^jwksUri: /),
    });
    expect(await clients.get(world.client.clientId)).toMatchObject({ jwksUri: address });
  });
});
