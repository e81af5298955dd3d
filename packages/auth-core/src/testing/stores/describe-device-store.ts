import { beforeEach, describe, expect, it } from '@jest/globals';
import type { DeviceCode } from '../../device/device-code.js';
import {
  type AuthStores,
  aGrant,
  anEvent,
  bytesOf,
  dayMs,
  eventsOf,
  type MakeStores,
  start,
  withClientAndUser,
} from './auth-stores.js';

const requested = anEvent({ event: 'device.requested' });
const granted = anEvent({ event: 'authorization.granted' });
const issued = anEvent({ event: 'token.issued' });
const deviceHash = bytesOf('device');

function aDeviceCode(code: Partial<DeviceCode> = {}): DeviceCode {
  return {
    deviceHash,
    userCodeHash: bytesOf('user code'),
    clientId: 'shop',
    scope: 'openid',
    address: '192.0.2.1',
    createdAt: start,
    expiresAt: start + dayMs,
    intervalSeconds: 5,
    polledAt: undefined,
    decidedAt: undefined,
    subject: undefined,
    rights: [],
    authenticatedAt: undefined,
    userGeneration: undefined,
    usedAt: undefined,
    grantId: undefined,
    ...code,
  };
}

const allowed = {
  decidedAt: start,
  subject: 'subject-1',
  rights: ['order', 'list'],
  authenticatedAt: start,
  userGeneration: 1,
} as const;
const refused = {
  decidedAt: start,
  subject: undefined,
  rights: [],
  authenticatedAt: undefined,
  userGeneration: undefined,
};

/** Tests for the contract of `DeviceStore`, and of the exchange of a device code. */
export function describeDeviceStore(make: MakeStores): void {
  describe('DeviceStore', () => {
    let stores: AuthStores;
    let generations: Awaited<ReturnType<typeof withClientAndUser>>;
    beforeEach(async () => {
      stores = await make();
      generations = await withClientAndUser(stores);
    });

    it('finds a code by either of its hashes', async () => {
      expect(await stores.devices.add(aDeviceCode(), requested)).toBe(true);
      expect(await stores.devices.find(deviceHash)).toEqual(aDeviceCode());
      expect(await stores.devices.findByUserCode([bytesOf('former key'), bytesOf('user code')])).toEqual(aDeviceCode());
      expect(await stores.devices.findByUserCode([bytesOf('another')])).toBeUndefined();
      expect((await eventsOf(stores)).at(-1)).toBe('device.requested');
    });

    it('refuses a user code that another device has, without writing an event', async () => {
      await stores.devices.add(aDeviceCode(), requested);
      const events = await eventsOf(stores);
      expect(await stores.devices.add(aDeviceCode({ deviceHash: bytesOf('other') }), requested)).toBe(false);
      expect([await stores.devices.find(bytesOf('other')), await eventsOf(stores)]).toEqual([undefined, events]);
    });

    it('counts the codes of a client that have not expired', async () => {
      await stores.devices.add(aDeviceCode(), requested);
      const other = { deviceHash: bytesOf('other'), userCodeHash: bytesOf('other'), clientId: 'other' };
      await stores.devices.add(aDeviceCode(other), requested);
      const count = (now: number) => stores.devices.countLiving('shop', now);
      expect([await count(start), await count(start + dayMs)]).toEqual([1, 0]);
    });

    it('notes a poll', async () => {
      await stores.devices.add(aDeviceCode(), requested);
      await stores.devices.notePoll(deviceHash, start + 1, 10);
      expect(await stores.devices.find(deviceHash)).toMatchObject({ polledAt: start + 1, intervalSeconds: 10 });
    });

    it.each([
      ['allowed', allowed],
      ['refused', refused],
    ])('is %s once', async (_what, decision) => {
      await stores.devices.add(aDeviceCode(), requested);
      expect(await stores.devices.decide(deviceHash, decision, granted)).toBe(true);
      expect(await stores.devices.find(deviceHash)).toEqual(aDeviceCode(decision));
      expect(await stores.devices.decide(deviceHash, allowed, granted)).toBe(false);
      expect(await stores.devices.find(deviceHash)).toEqual(aDeviceCode(decision));
    });

    it('accepts no decision about a code that has expired', async () => {
      await stores.devices.add(aDeviceCode({ expiresAt: start }), requested);
      expect(await stores.devices.decide(deviceHash, allowed, granted)).toBe(false);
    });

    it.each<[string, Partial<DeviceCode>, boolean]>([
      ['that was allowed', allowed, true],
      ['that nobody has decided about', {}, false],
      ['that was refused', refused, false],
      ['of another user', { ...allowed, subject: 'subject-2' }, false],
      ['that has expired', { ...allowed, expiresAt: start }, false],
    ])('exchanges a code %s, at most once', async (_what, code, isExchanged) => {
      await stores.devices.add(aDeviceCode(code), requested);
      const exchange = () =>
        stores.grants.exchangeDeviceCode(deviceHash, aGrant({ flow: 'device' }), generations, issued);
      expect([await exchange(), await exchange()]).toEqual([isExchanged, false]);
      expect((await stores.grants.find('grant-1')) !== undefined).toBe(isExchanged);
      expect((await stores.devices.find(deviceHash))?.grantId).toBe(isExchanged ? 'grant-1' : undefined);
    });

    it('leaves a code unused while its user has another generation', async () => {
      await stores.devices.add(aDeviceCode(allowed), requested);
      const other = { ...generations, userGeneration: 2 };
      expect(await stores.grants.exchangeDeviceCode(deviceHash, aGrant(), other, issued)).toBe(false);
      expect((await stores.devices.find(deviceHash))?.usedAt).toBeUndefined();
    });

    it('is removed with its client, and some time after its end', async () => {
      await stores.devices.add(aDeviceCode(), requested);
      await stores.clients.remove('shop', anEvent());
      expect(await stores.devices.find(deviceHash)).toBeUndefined();
      await stores.devices.add(aDeviceCode(), requested);
      expect(await stores.expired.remove('device-codes', start + dayMs, 10)).toBe(0);
      expect(await stores.expired.remove('device-codes', start + dayMs + 1, 10)).toBe(1);
    });
  });
}
