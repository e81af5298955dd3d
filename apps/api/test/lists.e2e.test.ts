import { expect, it } from '@jest/globals';
import { listQuery, nextCursor } from '@trading-platform/ordering';
import { ownMember, RunningApi } from './running-api.js';

function forged(name: string, position: unknown): string {
  const query = listQuery({ name, keys: [] }, {}, ownMember)!;
  return nextCursor(query, { elements: [], goesOnBehind: position as string[] });
}

it('an invented cursor with a correct checksum is refused by every list', async () => {
  const api = await RunningApi.start();
  try {
    for (const name of ['partner', 'ordermaster', 'deliveryplace', 'order']) {
      for (const position of [[], ['a\u0000', 'b', '1'], [1], [null, 1], 'x', ['1', '2', '3', '4']]) {
        const answer = await api.call(`/${name}/list`, { cursor: forged(name, position) });
        expect([name, position, answer.status, await answer.json()]).toMatchObject([
          name,
          position,
          400,
          { result: 1, error_list: [{ error_item: 'cursor', error_code: 'E000002' }] },
        ]);
      }
    }
  } finally {
    await api.stop();
  }
});
