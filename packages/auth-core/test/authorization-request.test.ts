import { beforeAll, expect, it } from '@jest/globals';
import { describeDatabases } from '@trading-platform/database/testing';
import { cancelAuthorization, checkAuthorizationRequest } from '../src/index.js';
import { authSchema } from '../src/typeorm/index.js';
import { auditedEvents, callback, makeWorld, type World } from './auth-world.js';

const scope = 'openid profile email qualified';
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const origin = { address: '192.0.2.1' };

const many = (count: number) => Array.from({ length: count }, (_, index) => `&x${index}=1`).join('');

describeDatabases('a request to the authorization page', [authSchema], (open) => {
  let world: World;
  let needsPkce: string;
  let withoutCodes: string;
  let disabled: string;

  beforeAll(async () => {
    world = await makeWorld(await open());
    const { clients } = world.administration;
    const make = async (values: object) =>
      (await clients.create({ name: 'Other', redirectUris: [callback], ...values })).client.clientId;
    needsPkce = await make({ pkceRequired: true });
    withoutCodes = await make({ codeFlow: false });
    disabled = await make({});
    await clients.disable(disabled);
  });

  /** Makes a valid request with the changes in `change`. A parameter whose value becomes `undefined` is left out. */
  function queryWith(change: Readonly<Record<string, string | undefined>>): string {
    const parameters = {
      realm: '/api',
      client_id: world.client.clientId,
      redirect_uri: callback,
      response_type: 'code',
      scope,
      access_type: 'offline',
      ...change,
    };
    const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return new URLSearchParams(given).toString();
  }

  const check = (query: string) => checkAuthorizationRequest(world.server, query);

  it('is accepted with what the page needs of it', async () => {
    const more = { state: 'a b', nonce: 'n', code_challenge: challenge, code_challenge_method: 'S256' };
    expect(await check(queryWith(more))).toEqual({
      outcome: 'accepted',
      request: {
        client: expect.objectContaining({ clientId: world.client.clientId }),
        redirectUri: callback,
        state: Buffer.from('a b'),
        scope,
        codeChallenge: challenge,
        nonce: 'n',
        forceSignIn: false,
      },
    });
  });

  it.each<[string, Record<string, string>, boolean]>([
    ['prompt=login', { prompt: 'login' }, true],
    ['prompt with login among others', { prompt: 'consent login' }, true],
    ['a greatest age', { max_age: '60' }, true],
    ['another prompt', { prompt: 'consent' }, false],
    ['the scope in another order', { scope: 'qualified email profile openid' }, false],
    ['the usual response mode', { response_mode: 'query' }, false],
    ['an empty parameter that nobody needs', { request: '', state: '' }, false],
  ])('may have %s', async (_, change, forceSignIn) => {
    expect(await check(queryWith(change))).toMatchObject({ outcome: 'accepted', request: { forceSignIn } });
  });

  it.each<[string, Record<string, string | undefined>, string]>([
    ['no client', { client_id: undefined }, 'unknown-client'],
    ['an unknown client', { client_id: 'nobody' }, 'unknown-client'],
    ['a client with a null character', { client_id: 'a\0b' }, 'unknown-client'],
    ['no callback address', { redirect_uri: undefined }, 'redirect-uri-mismatch'],
    ['a callback address that goes on', { redirect_uri: `${callback}/more` }, 'redirect-uri-mismatch'],
    ['a callback address in other letters', { redirect_uri: callback.toUpperCase() }, 'redirect-uri-mismatch'],
    ['no realm', { realm: undefined }, 'realm-invalid'],
    ['another realm', { realm: '/other' }, 'realm-invalid'],
  ])('goes nowhere with %s', async (_, change, problem) => {
    expect(await check(queryWith(change))).toEqual({ outcome: 'refused', problem });
  });

  it('goes nowhere with a client that was disabled', async () => {
    expect(await check(queryWith({ client_id: disabled }))).toEqual({ outcome: 'refused', problem: 'unknown-client' });
  });

  it.each(['client_id', 'redirect_uri', 'realm'])('goes nowhere with %s twice', async (name) => {
    const query = queryWith({});
    const again = new URLSearchParams(query).get(name) ?? '';
    expect(await check(`${query}&${name}=${encodeURIComponent(again)}`)).toEqual({
      outcome: 'refused',
      problem: 'repeated-parameter',
    });
  });

  it.each<[string, Record<string, string | undefined>, string]>([
    ['no response type', { response_type: undefined }, 'invalid_request'],
    ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
    ['no scope', { scope: undefined }, 'invalid_scope'],
    ['a part of the scope', { scope: 'openid profile email' }, 'invalid_scope'],
    ['a larger scope', { scope: `${scope} admin` }, 'invalid_scope'],
    ['no access type', { access_type: undefined }, 'invalid_request'],
    ['another access type', { access_type: 'online' }, 'invalid_request'],
    ['another response mode', { response_mode: 'fragment' }, 'invalid_request'],
    ['a request object', { request: 'a.b.c' }, 'request_not_supported'],
    ['a request by reference', { request_uri: 'https://client.example/r' }, 'request_uri_not_supported'],
    ['prompt=none', { prompt: 'none' }, 'login_required'],
    ['a null character', { nonce: 'a\0b' }, 'invalid_request'],
    ['a method without a challenge', { code_challenge_method: 'S256' }, 'invalid_request'],
    ['a challenge without a method', { code_challenge: challenge }, 'invalid_request'],
    ['a plain challenge', { code_challenge: challenge, code_challenge_method: 'plain' }, 'invalid_request'],
    ['a short challenge', { code_challenge: 'abc', code_challenge_method: 'S256' }, 'invalid_request'],
  ])('goes back to the client with %s', async (_, change, error) => {
    const answer = await check(queryWith({ state: 's&t', ...change }));
    if (answer.outcome !== 'redirected') throw new Error(answer.outcome);
    const { origin: host, pathname, searchParams } = new URL(answer.location);
    expect(host + pathname).toBe(callback);
    expect(Object.fromEntries(searchParams)).toEqual({
      error,
      error_description: expect.stringMatching(/\w/),
      state: 's&t',
      iss: 'https://auth.example',
    });
  });

  it('goes back to the client when the client may not use codes, or must prove the code', async () => {
    const errorOf = async (clientId: string) => {
      const answer = await check(queryWith({ client_id: clientId }));
      return answer.outcome === 'redirected' ? new URL(answer.location).searchParams.get('error') : answer.outcome;
    };
    expect(await errorOf(withoutCodes)).toBe('unauthorized_client');
    expect(await errorOf(needsPkce)).toBe('invalid_request');
    const proven = { client_id: needsPkce, code_challenge: challenge, code_challenge_method: 'S256' };
    expect(await check(queryWith(proven))).toMatchObject({ outcome: 'accepted' });
  });

  it('goes back without a state that came twice, and with any other parameter that did', async () => {
    const answer = await check(`${queryWith({})}&state=a&state=b`);
    expect(answer).toMatchObject({ outcome: 'redirected', location: expect.stringContaining('error=invalid_request') });
    expect(answer).not.toMatchObject({ location: expect.stringContaining('state=') });
    expect(await check(`${queryWith({})}&nonce=a&nonce=b`)).toMatchObject({ outcome: 'redirected' });
  });

  it('may have a hundred parameters, and no more', async () => {
    expect(await check(queryWith({}) + many(94))).toMatchObject({ outcome: 'accepted' });
    expect(await check(queryWith({}) + many(95))).toMatchObject({ outcome: 'redirected' });
  });

  it('that the user cancels goes back to the client, and into the audit log', async () => {
    const answer = await check(queryWith({ state: 's' }));
    if (answer.outcome !== 'accepted') throw new Error(answer.outcome);
    const location = new URL(await cancelAuthorization(world.server, answer.request, origin));
    expect(Object.fromEntries(location.searchParams)).toEqual({
      error: 'access_denied',
      error_description: expect.stringMatching(/\w/),
      state: 's',
      iss: 'https://auth.example',
    });
    expect(await auditedEvents(world)).toContain('authorization.cancelled');
  });
});
