import { beforeEach, describe, expect, it } from '@jest/globals';
import { type AuthStores, anEvent, type MakeStores, start } from './auth-stores.js';

/** Tests for the contract of `AuditLog`. */
export function describeAuditLog(make: MakeStores): void {
  describe('AuditLog', () => {
    let stores: AuthStores;
    beforeEach(async () => {
      stores = await make();
    });

    it('stores every field of a record, and also a record with few fields', async () => {
      const whole = anEvent({
        requestId: 'r',
        clientId: 'c',
        userId: 'u',
        grantId: 'g',
        detail: { by: '人', locks: 2, ok: true },
      });
      await stores.audit.append(whole);
      await stores.audit.append(anEvent());
      const [little, first] = await stores.audit.list({ limit: 2 });
      expect(first).toMatchObject(whole);
      expect([little?.clientId, little?.detail]).toEqual([undefined, undefined]);
    });

    it('lists the newest records first, with filters and page by page', async () => {
      await stores.audit.append(anEvent({ clientId: 'c', address: '203.0.113.7' }));
      await stores.audit.append(anEvent({ userId: 'u', at: start + 1 }));
      await stores.audit.append(anEvent({ event: 'key.created', at: start + 2 }));
      const all = await stores.audit.list({ limit: 10 });
      const idsOf = async (query: object) => (await stores.audit.list({ limit: 10, ...query })).map(({ id }) => id);
      const [third, second, first] = all.map(({ id }) => id);
      expect([
        await idsOf({ limit: 2 }),
        await idsOf({ before: second }),
        await idsOf({ from: start + 1 }),
        await idsOf({ clientId: 'c' }),
        await idsOf({ userId: 'u' }),
        await idsOf({ address: '203.0.113.7' }),
        await idsOf({ event: 'key.created' }),
      ]).toEqual([[third, second], [first], [third, second], [first], [second], [first], [third]]);
    });
  });
}
