import { expect, it } from '@jest/globals';
import { describeDatabases } from '@trading-platform/database/testing';
import { linesOf } from '../src/testing/lines.js';
import { importRecords } from '../src/typeorm/import-records.js';
import { orderingSchema } from '../src/typeorm/ordering-schema.js';
import { visibleMembers } from '../src/typeorm/sql/members/visible-members.js';

const members = [
  { member_code: 'HEAD' },
  { member_code: 'STORE', head_office_member_code: 'HEAD' },
  { member_code: 'OTHER', fc_owner_member_code: 'HEAD' },
  { member_code: 'ALONE' },
];

describeDatabases('the member directory', [orderingSchema], (open) => {
  it('shows a member itself and those that name it, and nothing to a caller that is no member', async () => {
    const database = await open();
    await importRecords('members', database, linesOf(members));
    const codesFor = async (caller: string) =>
      (await visibleMembers(database, caller)).map(({ memberCode }) => memberCode);
    expect(await codesFor('HEAD')).toEqual(['HEAD', 'OTHER', 'STORE']);
    expect(await codesFor('STORE')).toEqual(['STORE']);
    expect(await codesFor('nobody')).toEqual([]);
    expect(await codesFor('')).toEqual([]);

    await database.execute("DELETE FROM member WHERE member_code = 'HEAD'");
    expect(await codesFor('HEAD')).toEqual([]);
  });
});
