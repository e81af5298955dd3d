import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { describeDatabases, type TestDatabase } from '@trading-platform/database/testing';
import { rights as allRights, deviceGrantType, type Right } from '@trading-platform/domain-types';
import { decodeJwt } from 'jose';
import { makeUserCode, readUserCode } from '../src/device/user-code.js';
import { allowDevice, findWaitingDevice, introspect, refuseDevice, requestDeviceCode } from '../src/index.js';
import { authSchema, openAuthServer } from '../src/typeorm/index.js';
import { aRequest, auditedEvents, issueOrReissue, makeWorld, refusal, secretKey, type World } from './auth-world.js';

const query = { realm: '/api' };
const origin = { address: '192.0.2.9' };
const browserId = 'browser';
const event = { at: 0, event: 'device.requested', outcome: 'success', ...origin } as const;

describe('readUserCode', () => {
  it.each([
    ['WDJB-MJHT', 'WDJBMJHT'],
    ['wdjb mjht', 'WDJBMJHT'],
    ['  wDjB–MjHt ', 'WDJBMJHT'],
    ['ＷＤＪＢ－ＭＪＨＴ', 'WDJBMJHT'],
    ['ＷＤＪＢーＭＪＨＴ', 'WDJBMJHT'],
    ['WDJB-MJH', undefined],
    ['WDJB-MJHTT', undefined],
    ['WDJB-MJHA', undefined],
    ['WDJB_MJHT', undefined],
    [`WDJB${' '.repeat(100)}MJHT`, undefined],
    ['', undefined],
  ])('reads %j as %j', (typed, code) => {
    expect(readUserCode(typed)).toBe(code);
  });

  it('reads every code that is made, in which each letter is as frequent', () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    let at = 0;
    const everyByte = { bytes: (length: number) => bytes.subarray(at, (at += length)), uuid: () => '' };
    const codes = Array.from({ length: 30 }, () => makeUserCode(everyByte));
    expect(codes.filter((code) => readUserCode(code) !== code)).toEqual([]);
    const letters = codes.join('').split('');
    expect(
      new Set('BCDFGHJKLMNPQRSTVWXZ'.split('').map((letter) => letters.filter((one) => one === letter).length)).size,
    ).toBe(1);
  });
});

describeDatabases('the device flow', [authSchema], (open) => {
  let database: TestDatabase;
  let world: World;
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    world = await makeWorld(database, { deviceFlow: true });
    await world.administration.clients.mark(world.client.clientId, { deviceFlow: true });
  });

  const ask = (fields: Readonly<Record<string, string>> = world.clientFields) =>
    requestDeviceCode(world.server, aRequest(fields, { query }));
  const poll = (deviceCode: string, fields: Readonly<Record<string, string>> = world.clientFields) =>
    issueOrReissue(
      world.server,
      aRequest({ ...fields, grant_type: deviceGrantType, device_code: deviceCode }, { query }),
    );
  const find = (userCode: string) => findWaitingDevice(world.server, { userCode, browserId }, origin);
  const waiting = async (userCode: string) => {
    const found = await find(userCode);
    if (found === undefined) throw new Error(`No device shows ${userCode}`);
    return found;
  };
  const allow = async (userCode: string, rights: readonly Right[] = world.client.rights) => {
    const user = await world.server.users.find(world.user.userId);
    if (user === undefined) throw new Error('No user');
    return allowDevice(
      world.server,
      await waiting(userCode),
      { user, authenticatedAt: world.clock.now(), rights },
      origin,
    );
  };

  it('gives tokens to a device once its user has allowed it', async () => {
    const device = await ask();
    expect(device).toEqual({
      deviceCode: expect.stringMatching(/^[\w-]{43}$/),
      userCode: expect.stringMatching(/^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/),
      expiresInSeconds: 600,
      intervalSeconds: 5,
    });
    expect(await refusal(poll(device.deviceCode))).toMatchObject({ code: 'authorization_pending' });
    expect(await allow(device.userCode.toLowerCase().replace('-', ''), ['list'])).toBe(true);
    const tokens = await poll(device.deviceCode);
    expect(decodeJwt(tokens.accessToken)).toMatchObject({ sub: world.user.subject, entitlements: ['list'] });
    expect(
      await introspect(world.server, aRequest({ ...world.clientFields, token: tokens.refreshToken })),
    ).toMatchObject({
      active: true,
    });
    expect((await auditedEvents(world)).slice(-3)).toEqual([
      'device.requested',
      'authorization.granted',
      'token.issued',
    ]);
    const [grant] = await world.administration.grants.list({ clientId: world.client.clientId });
    expect(grant).toMatchObject({ flow: 'device', rights: ['list'] });
  });

  it('ends the grant when the code is used again', async () => {
    const { deviceCode, userCode } = await ask();
    await allow(userCode);
    const { accessToken } = await poll(deviceCode);
    expect(await refusal(poll(deviceCode))).toMatchObject({ code: 'invalid_grant' });
    const state = await introspect(world.server, aRequest({ ...world.clientFields, token: accessToken }));
    expect([state.active, (await auditedEvents(world)).at(-1)]).toEqual([false, 'device-code.replayed']);
  });

  it('tells a device that polls too early to slow down, 5 seconds more each time', async () => {
    const { deviceCode } = await ask();
    const answers: unknown[] = [];
    for (const pause of [0, 5, 3, 9, 7, 15]) {
      world.clock.advanceSeconds(pause);
      answers.push((await refusal(poll(deviceCode))).code);
    }
    const pending = 'authorization_pending';
    expect(answers).toEqual([pending, pending, 'slow_down', pending, 'slow_down', pending]);
  });

  it('refuses a device whose user has refused', async () => {
    const { deviceCode, userCode } = await ask();
    expect(await refuseDevice(world.server, await waiting(userCode), origin)).toBe(true);
    expect(await refusal(poll(deviceCode))).toMatchObject({ code: 'access_denied' });
    expect(await find(userCode)).toBeUndefined();
    expect((await auditedEvents(world)).at(-1)).toBe('authorization.cancelled');
  });

  it.each([
    ['without a decision', false],
    ['that was allowed', true],
  ])('ends a code %s after ten minutes', async (_what, isAllowed) => {
    const { deviceCode, userCode } = await ask();
    const found = await waiting(userCode);
    const answer = isAllowed ? await allow(userCode) : false;
    world.clock.advanceSeconds(600);
    expect(answer).toBe(isAllowed);
    expect(await refusal(poll(deviceCode))).toMatchObject({ code: 'expired_token' });
    expect([await find(userCode), await refuseDevice(world.server, found, origin)]).toEqual([undefined, false]);
  });

  it('is off for a client until an operator switches it on, and off again at once', async () => {
    const { deviceCode, userCode } = await ask();
    await allow(userCode);
    const other = await ask();
    await world.administration.clients.mark(world.client.clientId, { deviceFlow: false });
    for (const refused of [ask(), poll(deviceCode)]) {
      expect(await refusal(refused)).toMatchObject({ code: 'unauthorized_client' });
    }
    expect(await find(other.userCode)).toBeUndefined();
  });

  it('is no grant of a server on which it is switched off', async () => {
    const off = await makeWorld(database);
    const fields = { ...off.clientFields, grant_type: deviceGrantType, device_code: 'x' };
    expect(await refusal(issueOrReissue(off.server, aRequest(fields, { query })))).toEqual({
      code: 'unsupported_grant_type',
      message: 'grant_type must be authorization_code, refresh_token or client_credentials',
    });
  });

  it.each<[string, () => Promise<unknown>]>([
    ['is disabled', () => world.administration.users.disable(world.user.userId)],
    ['is deleted', () => world.administration.users.delete(world.user.userId)],
    ['gets another password', () => world.administration.users.setPassword(world.user.userId, 'another password')],
  ])('gives nothing when the user %s after allowing', async (_what, change) => {
    const { deviceCode, userCode } = await ask();
    await allow(userCode);
    await change();
    expect(await refusal(poll(deviceCode))).toMatchObject({ code: 'invalid_grant' });
  });

  it('gives no right that an operator has withdrawn meanwhile', async () => {
    const { deviceCode, userCode } = await ask();
    await allow(userCode, allRights);
    await world.administration.clients.setRights(world.client.clientId, ['list', 'order']);
    expect(decodeJwt((await poll(deviceCode)).accessToken)).toMatchObject({ entitlements: ['order', 'list'] });
  });

  it('belongs to the client that asked', async () => {
    const { deviceCode, userCode } = await ask();
    await allow(userCode);
    const { clients } = world.administration;
    const { client, clientSecret } = await clients.create({ name: 'Other', redirectUris: [], deviceFlow: true });
    const other = { client_id: client.clientId, client_secret: clientSecret };
    expect(await refusal(poll(deviceCode, other))).toMatchObject({ code: 'invalid_grant' });
    expect(await poll(deviceCode)).toHaveProperty('accessToken');
  });

  it('judges ten wrong codes of a browser and a hundred of a network, apart from passwords', async () => {
    const guess = async (from: { browserId: string; address: string }) =>
      (await refusal(findWaitingDevice(world.server, { userCode: 'BBBB-BBBB', browserId: from.browserId }, from))).code;
    const same = await Promise.all(
      Array.from({ length: 12 }, (_, nth) => guess({ browserId: 'same', address: `10.1.${nth}.1` })),
    );
    expect(same.filter((code) => code === 'throttled')).toHaveLength(2);
    const many: unknown[] = [];
    for (let nth = 0; nth < 102; nth++)
      many.push(await guess({ browserId: `browser ${nth}`, address: '198.51.100.7' }));
    expect(many.filter((code) => code === 'throttled')).toHaveLength(2);
    const { userCode } = await ask();
    const blocked = findWaitingDevice(world.server, { userCode, browserId: 'fresh' }, { address: '198.51.100.7' });
    expect(await refusal(blocked)).toMatchObject({ code: 'throttled', retryAfterSeconds: expect.any(Number) });
    expect(await find(userCode)).toBeDefined();
  });

  it('holds at most a thousand codes of a client', async () => {
    const { userCode } = await ask();
    const { code } = await waiting(userCode);
    const names = Array.from({ length: 999 }, (_, nth) => Buffer.from(`${world.client.clientId} ${nth}`));
    for (const name of names) {
      await world.server.devices.add({ ...code, deviceHash: name, userCodeHash: name }, event);
    }
    expect(await refusal(ask())).toMatchObject({ code: 'throttled', retryAfterSeconds: 60 });
    world.clock.advanceSeconds(600);
    expect(await ask()).toHaveProperty('userCode');
  });

  it('finds a code that was shown before the secret key changed', async () => {
    const { userCode } = await ask();
    const { settings } = world.server;
    const keys = { secretKey: 'another secret key of enough length, for tests', formerSecretKey: secretKey };
    const changed = openAuthServer(database, { ...keys, settings, clock: world.clock });
    expect(await findWaitingDevice(changed, { userCode, browserId }, origin)).toMatchObject({ userCode });
  });
});
