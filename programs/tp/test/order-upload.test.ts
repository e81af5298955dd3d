import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { type FakePlatform, refusal, send } from '@trading-platform/client/testing';
import { eachWithPlatform, type Workplace } from './run-tp.js';

let workplace: Workplace;
let platform: FakePlatform;

eachWithPlatform((scene) => {
  ({ platform, workplace } = scene);
});
beforeEach(() =>
  workplace.write('orders.json', JSON.stringify({ order_list: [{ upload_no: 'U1' }, { upload_no: 'U2' }] })),
);

const upload = ['order', 'upload', 'orders.json', '--credentials', 'caller.json'];

const accepted = {
  seq: '1',
  upload_no: 'U1',
  result: '0',
  trade_id: 'T1',
  check_number: 'C1',
  version: '1',
  error_list: [],
};
const refused = {
  seq: '2',
  upload_no: 'U2',
  result: '1',
  trade_id: '',
  check_number: '',
  version: '',
  error_list: [
    { error_item: 'hope_delivery_date', error_code: 'E000017', error_detail: 'Too early.' },
    { error_item: 'detail_list[0].prod_lot_qty', error_code: 'E000018', error_detail: 'Order more.' },
  ],
};

describe('tp order upload', () => {
  it('shows what became of each order', async () => {
    platform.uploadResults = [accepted];
    const { code, stdout, stderr } = await workplace.tp(upload);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(
      'UPLOAD NO  RESULT    TRADE ID  CHECK NUMBER  VERSION  ERRORS\nU1         accepted  T1        C1            1\n',
    );
    expect(platform.callsTo('/upload/request')[0]?.body).toEqual({
      order_list: [{ upload_no: 'U1' }, { upload_no: 'U2' }],
    });
  });

  it('fails with the reasons where orders are refused', async () => {
    platform.uploadResults = [accepted, refused];
    const { code, stdout, stderr } = await workplace.tp(upload);
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'tp: 1 of 2 orders were refused.\n' });
    expect(stdout).toContain('hope_delivery_date: Too early. (E000017)');
    expect(stdout).toContain('detail_list[0].prod_lot_qty: Order more. (E000018)');
    expect(await workplace.tp(['batch', 'wait', '7', '--credentials', 'caller.json'])).toMatchObject({
      code: 0,
      stdout: 'Batch 7 is finished: 2 records, 1 of them refused: tp order result 7\n',
    });
    platform.listElements = [
      { batch_id: '7', function: 'order-upload', state: 'finished', record_count: '2', error_count: '1' },
    ];
    const list = await workplace.tp(['batch', 'list', '--credentials', 'caller.json']);
    expect(list.stdout).toMatch(/error_count[^\n]*\n7 +order-upload +finished +2 +1\b/i);
  });

  it.each([
    ['upload', upload],
    ['result', ['order', 'result', '7', '--credentials', 'caller.json']],
  ])('shows what was taken before the upload broke off: %s', async (_step, command) => {
    platform.uploadResults = [accepted];
    platform.states = ['1'];
    platform.disturbances.push(({ path }, response) => {
      if (!/upload\/(request|check)$/.test(path)) return false;
      const failed = { ...refusal('E900001', 'batch_id', 'The market is closed'), result: 0, batch_flg: '5' };
      send(response, 200, { ...failed, batch_id: '7', record_count: '0', error_count: '0' });
      return true;
    });
    const { code, stdout, stderr } = await workplace.tp(command);
    expect([code, stdout]).toEqual([1, expect.stringContaining('U1         accepted  T1')]);
    expect(stderr).toMatch(/^The upload broke off: only these .*\ntp: Batch 7 failed: The market is closed/);
  });

  it('tells fields that the platform has ignored, once', async () => {
    platform.uploadResults = [accepted];
    platform.ignoredFields = 'order_list[].colour, a%2Cb';
    const { code, stderr } = await workplace.tp(upload);
    expect(code).toBe(0);
    expect(stderr).toBe(
      'The platform does not know these fields and has ignored them: order_list[].colour, a,b. Check their spelling.\n',
    );
  });

  it('only judges where it is asked to, and prints JSON for programs', async () => {
    platform.uploadResults = [accepted];
    const { stdout } = await workplace.tp([...upload, '--check-only', '--json']);
    expect(JSON.parse(stdout)).toEqual([accepted]);
    expect(platform.callsTo('/upload/request')[0]?.body).toMatchObject({ check_only: '1' });
  });

  it('fails with the reason where the request is refused', async () => {
    platform.disturbances.push(({ path }, response) => {
      if (path.endsWith('/request')) send(response, 400, refusal('E000001', 'order_list', 'Send the field.'));
      return path.endsWith('/request');
    });
    expect(await workplace.tp(upload)).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^tp: order_list: Send the field\. \(E000001\) \[http:.*\/upload\/request, HTTP 400, request_id r\]\. [^\n]*\n$/,
      ),
    });
  });

  it.each([
    ['none.json', /^tp: none\.json: there is no such file/],
    ['caller.txt', /^tp: caller\.txt: This is not JSON\.\n$/],
  ])('says in one line what is wrong with %s', async (file, message) => {
    await writeFile(join(workplace.folder, 'caller.txt'), '[');
    const result = await workplace.tp(['order', 'upload', file, '--credentials', 'caller.json']);
    expect(result).toEqual({ code: 2, stdout: '', stderr: expect.stringMatching(message) });
  });

  it('sends decimals of a JSON file with all their digits', async () => {
    platform.uploadResults = [accepted];
    await workplace.write('orders.json', '{"order_list":[{"upload_no":"U1","detail_list":[{"prod_lot_qty":1.10}]}]}');
    expect(await workplace.tp(upload)).toMatchObject({ code: 0 });
    expect(platform.callsTo('/upload/request')[0]?.body).toEqual({
      order_list: [{ upload_no: 'U1', detail_list: [{ prod_lot_qty: '1.10' }] }],
    });
  });

  describe('of a table', () => {
    const head = 'upload_no,member_code_self,member_code_partner,納品希望日,send_flg,catalog_id,prod_lot_qty\n';
    const table = ['order', 'upload', 'orders.csv', '--credentials', 'caller.json'];

    it('sends values that are read otherwise than written only if the user agrees', async () => {
      platform.uploadResults = [accepted];
      const readings = 'line 2, 3: hope_delivery_date "2030/1/10" is read as 2030-01-10\n';
      await workplace.write('orders.csv', `${head}U1,1,2,2030/1/10,1,1080,5\nU1,1,2,2030/1/10,1,1090,6\n`);
      const refusedAtFirst = await workplace.tp(table);
      expect(refusedAtFirst).toEqual({
        code: 2,
        stdout: '',
        stderr: `${readings}tp: Values are read otherwise than written, so nothing was sent: --yes sends them\n`,
      });
      expect(platform.callsTo('/upload/request')).toEqual([]);
      expect(await workplace.tp([...table, '--yes'])).toMatchObject({ code: 0, stderr: readings });
      const order = { upload_no: 'U1', member_code_self: '1', member_code_partner: '2', send_flg: '1' };
      const lines = [
        { line_no: '1', catalog_id: '1080', prod_lot_qty: '5' },
        { line_no: '2', catalog_id: '1090', prod_lot_qty: '6' },
      ];
      expect(platform.callsTo('/upload/request')[0]?.body).toEqual({
        order_list: [{ ...order, hope_delivery_date: '2030-01-10', detail_list: lines }],
      });
    });

    it('says at line and column what to type, and sends nothing', async () => {
      await workplace.write('orders.csv', `${head}U1,1,2,10.1.2030,1,1080,5個\n`);
      const { code, stderr } = await workplace.tp([...table, '--yes']);
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: [
          'line 2: hope_delivery_date is no existing day. Type it as 2026-12-10 or 2026/12/10.',
          'line 2: prod_lot_qty is no number that the platform can read. Type it as 1200 or 12.5.',
          'tp: orders.csv: has 2 defects, so nothing was sent\n',
        ].join('\n'),
      });
      expect(platform.callsTo('/upload/request')).toEqual([]);
    });

    it('takes the template, once it has orders', async () => {
      expect(await workplace.tp(['order', 'template', 'new.xlsx', '--japanese'])).toMatchObject({ code: 0 });
      const { code, stderr } = await workplace.tp([...table.slice(0, 2), 'new.xlsx', ...table.slice(3)]);
      expect({ code, stderr }).toEqual({ code: 2, stderr: 'tp: new.xlsx: order_list has fewer than 1 element.\n' });
      expect(await workplace.tp(['order', 'template', 'new.xls'])).toMatchObject({ code: 2 });
    });
  });

  it('has help with an example', async () => {
    const { code, stdout } = await workplace.tp(['order', 'upload', '--help']);
    expect(code).toBe(0);
    expect(stdout).toContain('tp order upload orders.json --check-only');
  });
});
