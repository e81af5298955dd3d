import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { describeDatabases, type TestDatabase } from '@trading-platform/database/testing';
import { rights } from '@trading-platform/domain-types';
import { decodeJwt } from 'jose';
import {
  endOwnGrant,
  introspect,
  issueByCredentials,
  issueOrReissue,
  listOwnGrants,
  readUserInfo,
  revoke,
  tokenResponse,
} from '../src/index.js';
import { authSchema } from '../src/typeorm/index.js';
import { aRequest, makeWorld, password, refusal, type World } from './auth-world.js';

const realm = { query: { realm: '/api' } };
const scope = 'openid profile email qualified';

describeDatabases('service accounts', [authSchema], (open) => {
  let world: World;
  let account: { readonly clientId: string; readonly fields: Readonly<Record<string, string>> };
  let database: TestDatabase;
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    world = await makeWorld(database, { openidConnect: true });
    account = await anAccount({});
  });

  async function anAccount(values: object) {
    const { client, clientSecret } = await world.administration.clients.create({
      name: 'Nightly batch',
      memberCode: '10000002',
      ...values,
    });
    return { clientId: client.clientId, fields: { client_id: client.clientId, client_secret: clientSecret } };
  }
  const issue = (more: Readonly<Record<string, string>> = account.fields) =>
    issueOrReissue(world.server, aRequest({ grant_type: 'client_credentials', ...more }, realm));
  const stateOf = (token: string) => introspect(world.server, aRequest({ ...account.fields, token }));

  it('get an access token without a user, and no refresh token', async () => {
    const tokens = await issue();
    expect(tokens).toEqual({ scope, expiresInSeconds: 300, tokenType: 'Bearer', accessToken: expect.any(String) });
    expect(Object.keys(tokenResponse(tokens))).not.toContain('refresh_token');
    expect(decodeJwt(tokens.accessToken)).toEqual({
      iss: 'https://auth.example',
      aud: 'urn:trading-platform:api',
      sub: account.clientId,
      client_id: account.clientId,
      member_code: '10000002',
      scope,
      entitlements: rights,
      jti: expect.any(String),
      iat: world.clock.now() / 1000,
      exp: world.clock.now() / 1000 + 300,
    });
    expect(await world.administration.grants.list({ clientId: account.clientId })).toEqual([]);
  });

  it('have their token recorded with the flow', async () => {
    await issue();
    const [record] = await world.administration.audit.list({ clientId: account.clientId });
    expect(record).toMatchObject({
      event: 'token.issued',
      outcome: 'success',
      address: '192.0.2.1',
      requestId: 'test',
    });
    expect([record?.detail, record?.userId, record?.grantId]).toEqual([
      { flow: 'client_credentials' },
      undefined,
      undefined,
    ]);
    const [created] = await world.administration.audit.list({ clientId: account.clientId, event: 'client.created' });
    expect(created?.detail).toEqual({ rights: rights.join(' '), member_code: '10000002' });
  });

  it('are a flow of their own: both others are off unless an operator asks for them', async () => {
    const { clients } = world.administration;
    expect(await clients.get(account.clientId)).toMatchObject({ codeFlow: false, credentialsFlow: false });
    const { clientId } = await anAccount({ credentialsFlow: true });
    expect(await clients.get(clientId)).toMatchObject({ codeFlow: false, credentialsFlow: true });
    const body = { ...account.fields, user_id: world.user.userId, user_password: password };
    expect(await refusal(issueByCredentials(world.server, aRequest(body)))).toMatchObject({
      code: 'unauthorized_client',
    });
    expect(await refusal(issue(world.clientFields))).toMatchObject({ code: 'unauthorized_client' });
  });

  it.each([
    ['a wrong secret', { client_secret: 'x'.repeat(43) }, 'invalid_client'],
    ['another scope', { scope: 'openid' }, 'invalid_scope'],
  ])('are refused with %s', async (_what, change, code) => {
    expect(await refusal(issue({ ...account.fields, ...change }))).toMatchObject({ code });
  });

  it('may name the scope, in any order', async () => {
    expect(await issue({ ...account.fields, scope: 'qualified email profile openid' })).toMatchObject({ scope });
  });

  it('have the marks and rights that their client has now', async () => {
    const { clients } = world.administration;
    const { accessToken: before } = await issue();
    await clients.mark(account.clientId, { memberWide: true });
    await clients.setRights(account.clientId, ['list']);
    const { accessToken } = await issue();
    expect(decodeJwt(accessToken)).toMatchObject({ member_wide: true, entitlements: ['list'] });
    expect([(await stateOf(before)).active, (await stateOf(accessToken)).active]).toEqual([false, true]);
    await clients.setRights(account.clientId, rights);
    expect(decodeJwt((await issue()).accessToken)).toMatchObject({ entitlements: rights });
  });

  it('are told what a token is good for, without a user, until they revoke it', async () => {
    const { accessToken } = await issue();
    expect(await stateOf(accessToken)).toEqual({
      active: true,
      kind: 'access',
      tokenId: expect.stringMatching(/^-\.[\w-]+\.0\.\d+$/),
      clientId: account.clientId,
      user: undefined,
      subject: account.clientId,
      memberCode: '10000002',
      rights,
      scope,
      issuedAt: world.clock.now() / 1000,
      expiresAt: world.clock.now() / 1000 + 300,
    });
    await revoke(world.server, aRequest({ ...account.fields, token: accessToken }));
    expect(await stateOf(accessToken)).toEqual({ active: false });
  });

  it('have neither user information nor grants of a user', async () => {
    account = await anAccount({ openid: true, account: true });
    const { accessToken, idToken } = await issue();
    expect(idToken).toBeUndefined();
    for (const call of [
      readUserInfo(world.server, accessToken),
      listOwnGrants(world.server, accessToken),
      endOwnGrant(world.server, accessToken, 'grant', { address: '192.0.2.1' }),
    ]) {
      expect(await refusal(call)).toEqual({ code: 'unauthorized_client', message: 'A service account has no user' });
    }
  });

  it('stop when they are disabled or deleted, and begin anew when they are enabled', async () => {
    const { clients } = world.administration;
    const { accessToken } = await issue();
    await clients.disable(account.clientId);
    expect(await refusal(issue())).toMatchObject({ code: 'invalid_client' });
    await clients.enable(account.clientId);
    expect((await stateOf(accessToken)).active).toBe(false);
    expect((await stateOf((await issue()).accessToken)).active).toBe(true);
    await clients.delete(account.clientId);
    expect(await refusal(issue())).toMatchObject({ code: 'invalid_client' });
  });

  it('can be made of a client that exists, at once or one job after the other', async () => {
    const { clients, audit } = world.administration;
    const { clientId } = world.client;
    const byPassword = () => {
      const body = { ...world.clientFields, user_id: world.user.userId, user_password: password };
      return issueByCredentials(world.server, aRequest(body));
    };
    const { accessToken } = await byPassword();
    await clients.bindToMember(clientId, '10000003', { keepFlows: true });
    const isActive = async (token: string) =>
      (await introspect(world.server, aRequest({ ...world.clientFields, token }))).active;
    expect(await isActive(accessToken)).toBe(false);
    expect(await isActive((await byPassword()).accessToken)).toBe(true);
    expect(decodeJwt((await issue(world.clientFields)).accessToken)).toMatchObject({ member_code: '10000003' });
    await clients.bindToMember(clientId, '10000004');
    expect(await refusal(byPassword())).toMatchObject({ code: 'unauthorized_client' });
    const last = await issue(world.clientFields);
    expect(decodeJwt(last.accessToken)).toMatchObject({ member_code: '10000004' });
    const bound = await audit.list({ clientId, event: 'client.bound' });
    expect(bound.map(({ detail }) => detail)).toEqual([
      { member_code: '10000004', keep_flows: false },
      { member_code: '10000003', keep_flows: true },
    ]);
  });

  it.each(['', '123456789', 'a\nb'])('are bound to no member %j', async (memberCode) => {
    const { clients } = world.administration;
    for (const promise of [
      clients.create({ name: 'x', memberCode }),
      clients.bindToMember(account.clientId, memberCode),
    ]) {
      expect(await refusal(promise)).toMatchObject({ code: 'value-invalid' });
    }
    expect(await refusal(clients.bindToMember('nobody', '1'))).toMatchObject({ code: 'unknown-client' });
  });
});
