import { constants as bufferConstants } from 'node:buffer';
import { existsSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { writeDemoOrders } from '../demo-orders.mjs';
import { inTemporaryFolder } from './temporary-folder.js';

const orderable = {
  view_active_code: '1',
  status_code: '0',
  sell_stop_active_code: '0',
  item_deleted_code: '0',
  minimum_lot: '5',
  multiple_lot: '2',
};

function product(member_code: string, partner: string, catalog_id: string, line: object = {}): string {
  return JSON.stringify({
    member_code,
    member_code_partner: partner,
    catalog: [{ catalog_id, ...orderable, ...line }],
  });
}

const master = [
  product('1', 'A', 'a1'),
  product('1', 'A', 'a2', { sell_stop_active_code: '1' }),
  product('1', 'A', 'a3', { minimum_lot: '', multiple_lot: '' }),
  product('1', 'B', 'b1'),
  product('2', 'B', 'b2'),
].join('\n');

describe('the orders of the demo', () => {
  it('are of products that the demo user can order, in lots, the last of them planned', () =>
    inTemporaryFolder(async (folder) => {
      folder.write('master.ndjson', master);
      const files = { masterFile: join(folder.path, 'master.ndjson'), ordersFile: join(folder.path, 'orders.json') };
      const now = new Date('2026-11-22T09:00:00Z');
      expect(await writeDemoOrders({ ...files, memberCode: '1', now })).toBe(true);
      const shared = { member_code_self: '1', hope_delivery_date: '2026-12-10' };
      expect(JSON.parse(readFileSync(files.ordersFile, 'utf8'))).toEqual({
        order_list: [
          {
            ...shared,
            upload_no: 'DEMO-20261122-1',
            member_code_partner: 'A',
            send_flg: '1',
            detail_list: [
              { line_no: '1', catalog_id: 'a1', prod_lot_qty: '6' },
              { line_no: '2', catalog_id: 'a3', prod_lot_qty: '1' },
            ],
          },
          {
            ...shared,
            upload_no: 'DEMO-20261122-2',
            member_code_partner: 'B',
            send_flg: '0',
            detail_list: [{ line_no: '1', catalog_id: 'b1', prod_lot_qty: '6' }],
          },
        ],
      });
    }));

  it.each([
    ['2026-12-13', '2027-01-07'],
    ['2026-12-10', '2026-12-24'],
  ])('of %s are for the Thursday %s', (today, wished) =>
    inTemporaryFolder(async (folder) => {
      folder.write('master.ndjson', master);
      const files = { masterFile: join(folder.path, 'master.ndjson'), ordersFile: join(folder.path, 'orders.json') };
      await writeDemoOrders({ ...files, memberCode: '1', now: new Date(`${today}T00:00:00Z`) });
      expect(readFileSync(files.ordersFile, 'utf8')).toContain(`"hope_delivery_date": "${wished}"`);
    }),
  );

  it('are found in a market that is larger than any string', () =>
    inTemporaryFolder(async (folder) => {
      const lines = ['A', 'B', 'C', 'D'].flatMap((partner) =>
        [1, 2, 3].map((n) => product('1', partner, `${partner}${n}`)),
      );
      folder.write('master.ndjson', `${lines.join('\n')}\n`);
      const files = { masterFile: join(folder.path, 'master.ndjson'), ordersFile: join(folder.path, 'orders.json') };
      // The rest of the file becomes a hole, which takes no space on the disk.
      truncateSync(files.masterFile, bufferConstants.MAX_STRING_LENGTH + 1);
      expect(await writeDemoOrders({ ...files, memberCode: '1' })).toBe(true);
      const { order_list } = JSON.parse(readFileSync(files.ordersFile, 'utf8'));
      expect(order_list.map(({ detail_list }: { detail_list: unknown[] }) => detail_list.length)).toEqual([3, 3, 3, 3]);
    }));

  it('are not written where there is nothing to order', () =>
    inTemporaryFolder(async (folder) => {
      const files = { masterFile: join(folder.path, 'master.ndjson'), ordersFile: join(folder.path, 'orders.json') };
      expect(await writeDemoOrders({ ...files, memberCode: '1' })).toBe(false);
      folder.write('master.ndjson', master);
      expect(await writeDemoOrders({ ...files, memberCode: '3' })).toBe(false);
      expect(await writeDemoOrders({ ...files, memberCode: undefined })).toBe(false);
      expect(existsSync(files.ordersFile)).toBe(false);
    }));
});
