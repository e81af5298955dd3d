import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Database } from '@trading-platform/database';
import { describeDatabases } from '@trading-platform/database/testing';
import { linesOf } from '../src/testing/lines.js';
import { importDeliveryPlaces, importMembers } from '../src/typeorm/import-records.js';
import { openOrderingPorts } from '../src/typeorm/open-ordering-ports.js';
import { orderingSchema } from '../src/typeorm/ordering-schema.js';
import { readChangeCounters } from '../src/typeorm/sql/common/counters.js';

describeDatabases('member import', [orderingSchema], (open) => {
  it('loads members in any order, also those that name each other', async () => {
    const database = await open();
    const file = [
      { member_code: 'STORE', head_office_member_code: 'HEAD', fc_owner_member_code: 'OWNER' },
      { member_code: 'HEAD', fc_owner_member_code: 'OWNER' },
      { member_code: 'OWNER', head_office_member_code: 'HEAD', member_name: '本部' },
    ];
    expect(await importMembers(database, linesOf(file))).toMatchObject({ read: 3, added: 3, refused: 0 });
    const counters = await readChangeCounters(database);
    expect(await importMembers(database, linesOf(file))).toMatchObject({ read: 3, unchanged: 3 });
    expect(await readChangeCounters(database)).toEqual(counters);
    const changed = [{ ...file[2], member_name: '新本部' }];
    expect(await importMembers(database, linesOf(changed))).toMatchObject({ read: 1, changed: 1 });
    expect(await openOrderingPorts(database).memberDirectory.find('OWNER')).toMatchObject({
      memberCode: 'OWNER',
      memberName: '新本部',
      headOfficeMemberCode: 'HEAD',
      fcOwnerCode: '',
    });
    expect(await openOrderingPorts(database).memberDirectory.find('nobody')).toBeUndefined();
  });

  it('refuses what names an unknown member, and what rests on it', async () => {
    const database = await open();
    const file = [
      { member_code: 'A', head_office_member_code: 'B' },
      { member_code: 'B', head_office_member_code: 'C' },
      { member_code: 'D' },
    ];
    expect(await importMembers(database, linesOf(file))).toMatchObject({
      added: 1,
      refusals: [
        { line: 1, reason: 'head_office_member_code: member B does not exist' },
        { line: 2, reason: 'head_office_member_code: member C does not exist' },
      ],
    });
  });

  describe('a line', () => {
    let database: Database;
    beforeAll(async () => {
      database = await open();
    });

    it.each([
      [{ member_code: '' }, 'member_code: is missing'],
      [{ member_code: '123456789' }, 'member_code: must have at most 8 characters'],
      [{ tax_calc_method: '3' }, 'tax_calc_method: must be one of 0, 1, 2'],
      [{ below_dec_point: '3' }, 'below_dec_point: must be one of 0, 1, 2'],
      [{ invoice_member_kbn: '0' }, 'invoice_member_kbn: must be one of 1, 2'],
      [{ invoice_reg_no: '7000012050002' }, 'invoice_reg_no: must be T and 13 digits'],
      [
        { invoice_member_kbn: '2', invoice_reg_no: 'T7000012050002' },
        'invoice_reg_no: must be empty for a member that is exempt',
      ],
    ])('refuses %j', async (fields, reason) => {
      const summary = await importMembers(database, linesOf([{ member_code: 'A', ...fields }]));
      expect(summary.refusals).toEqual([{ line: 1, reason }]);
    });
  });

  it('warns of a wrong check digit and loads the member', async () => {
    const database = await open();
    const file = [
      { member_code: 'A', invoice_reg_no: 'T1234567890123' },
      { member_code: 'B', invoice_reg_no: 'T7000012050002' },
    ];
    expect(await importMembers(database, linesOf(file))).toMatchObject({
      added: 2,
      warnings: [{ line: 1, reason: 'invoice_reg_no: the check digit is wrong' }],
    });
  });

  it('loads delivery places of members by their id', async () => {
    const database = await open();
    await importMembers(database, linesOf([{ member_code: 'A' }]));
    const place = { member_code: 'A', delivery_place_id: 'P1', delivery_place_name: '本店', default_flg: '1' };
    const file = [
      place,
      { ...place, delivery_place_name: '別館' },
      { ...place, member_code: 'B' },
      { ...place, delivery_place_id: '' },
    ];
    expect(await importDeliveryPlaces(database, linesOf(file))).toMatchObject({
      read: 4,
      added: 1,
      unchanged: 1,
      refusals: [
        { line: 3, reason: 'member_code: member B does not exist' },
        { line: 4, reason: 'delivery_place_id: is missing' },
      ],
    });
    const counters = await readChangeCounters(database);
    expect(counters['delivery-places']).toBe(1);
    expect(await importDeliveryPlaces(database, linesOf(file))).toMatchObject({ added: 0, changed: 0 });
    expect(await readChangeCounters(database)).toEqual(counters);
    expect(await database.query('SELECT delivery_place_name FROM delivery_place')).toEqual([
      { delivery_place_name: '別館' },
    ]);
  });
});
