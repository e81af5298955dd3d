import { expect } from '@jest/globals';
import { describePlatform } from '../src/describe-platform.js';
import { loadOrderMarket, orderMembers } from '../src/order-market.js';

const master = '/master/download/buy';

/** What no other flow asks for on PostgreSQL. The platform tells at its end of each right that was missing. */
describePlatform('services with roles of their own', { database: 'postgres' }, (flow) => {
  flow('answer with an old batch, tell what has changed, discard, and list', async (platform) => {
    await loadOrderMarket(platform);
    const caller = await platform.caller(orderMembers.buyer);
    const batchId = await caller.request(master);
    await caller.waitForEnd(master, batchId);

    const headers = { Prefer: 'reuse=600', 'Idempotency-Key': 'again' };
    for (let time = 1; time <= 2; time++) {
      const { body } = await caller.call(`${master}/request`, {}, { headers });
      expect(body).toMatchObject({ result: 0, batch_id: batchId });
    }
    const ended = await caller.call(`${master}/check`, { batch_id: batchId });
    const cursor = ended.headers.get('x-change-cursor') ?? '';
    const changes = await caller.call(`${master}/request`, {}, { headers: { Prefer: `changes-since=${cursor}` } });
    expect(changes.headers.get('preference-applied')).toContain('changes-since');
    await caller.waitForEnd(master, String(changes.body['batch_id']));
    expect((await caller.call(`/batches/${batchId}`, undefined, { method: 'DELETE' })).status).toBe(200);

    for (const list of ['/partner/list', '/deliveryplace/list', '/ordermaster/list', '/order/list']) {
      expect(await caller.call(list, {})).toMatchObject({ status: 200, body: { result: 0 } });
    }
  });
});
