import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { authSchema } from '@trading-platform/auth-core/typeorm';
import { batchSchema } from '@trading-platform/batch-engine/typeorm';
import { callCountSchema } from '@trading-platform/call-counts';
import { describeDatabases } from '@trading-platform/database/testing';
import { eventPushSchema } from '@trading-platform/event-push/typeorm';
import { orderingSchema } from '@trading-platform/ordering/typeorm';
import { aMember, aProduct, Workplace } from './run-tpctl.js';

describeDatabases('tpctl', [authSchema, orderingSchema, callCountSchema, eventPushSchema, batchSchema], (open) => {
  it('migrates, imports and makes accounts', async () => {
    const { address } = await open();
    const workplace = await Workplace.make();
    const env = {
      AUTH_DATABASE_URL: address,
      ORDERING_DATABASE_URL: address,
      BATCH_DATABASE_URL: address.startsWith('sqlite:')
        ? `sqlite:${join(workplace.folder, 'batches.sqlite')}`
        : address,
    };
    const run = async (args: readonly string[], input = ''): Promise<unknown> => {
      const result = await workplace.tpctl([...args, '--json'], { env, input });
      expect(result).toMatchObject({ code: 0, stderr: '' });
      return JSON.parse(result.stdout);
    };
    try {
      expect(await run(['migrate'])).toMatchObject({ auth: [], ordering: [] });
      await workplace.write('members.ndjson', [aMember('10000001'), aMember('90000001')]);
      await workplace.write('master.ndjson', [aProduct('10000001', 'A1')]);
      expect(await run(['import', 'members', 'members.ndjson'])).toMatchObject({ added: 2, refused: 0 });
      expect(await run(['import', 'master', 'master.ndjson', '--atomic'])).toMatchObject({ added: 1, refused: 0 });
      const create = ['user', 'create', '--user-id', 'tanaka', '--member-code', '10000001'];
      expect(await run(create, 'correct horse')).toMatchObject({ user_id: 'tanaka' });
      const { client_id } = (await run(['client', 'create', '--name', 'ERP'])) as { client_id: string };
      expect(await run(['client', 'list'])).toEqual([expect.objectContaining({ client_id })]);
      expect(await run(['audit'])).toHaveLength(2);
    } finally {
      await workplace.remove();
    }
  });
});
