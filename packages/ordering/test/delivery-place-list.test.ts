import { expect, it } from '@jest/globals';
import { describeDatabases } from '@trading-platform/database/testing';
import { linesOf } from '../src/testing/lines.js';
import { importDeliveryPlaces, importMembers } from '../src/typeorm/import-records.js';
import { openOrderingPorts } from '../src/typeorm/open-ordering-ports.js';
import { orderingSchema } from '../src/typeorm/ordering-schema.js';
import { readPages } from './read-list.js';

const place = (delivery_place_id: string) => ({
  delivery_place_id,
  delivery_place_code: `code of ${delivery_place_id}`,
  delivery_place_name: '厨房',
  default_flg: delivery_place_id === 'a' ? '1' : '0',
});

describeDatabases('the delivery place list', [orderingSchema], (open) => {
  it('has the places of one member in byte order of their ids, whatever the limit', async () => {
    const database = await open();
    await importMembers(database, linesOf([{ member_code: 'HEAD' }, { member_code: 'STORE' }]));
    const ids = ['é', '𠮷', 'ｱ', 'a', 'B', '10', '9'];
    const lines = ids.map((id) => ({ member_code: 'HEAD', ...place(id) }));
    await importDeliveryPlaces(database, linesOf([...lines, { member_code: 'STORE', ...place('S') }]));
    const list = openOrderingPorts(database).deliveryPlaceList;
    const expected = ['10', '9', 'B', 'a', 'é', 'ｱ', '𠮷'].map(place);
    for (const limit of ['1000', '3', '7']) expect((await readPages(list, { limit })).flat()).toEqual(expected);
    expect(await readPages(list, { member_code_self: 'STORE' })).toEqual([[place('S')]]);
    expect(await readPages(list, { member_code_self: 'nobody' })).toEqual([[]]);
  });
});
