import type { RefusedRequest } from '../../checks/refusals.js';
import { unknownMember } from '../../market/members.js';
import type { SettingName } from '../../market/settings.js';
import { batchPaths } from '../../probe/batches.js';
import { idOf } from './settings.js';

/** Defects of a request for settings (Spec 4.10, 8). */
export function refusedRequests(name: SettingName, title: string): readonly RefusedRequest[] {
  const path = `${batchPaths[name]}/request`;
  const sellers = name === 'businessholiday' ? { member_code_seller: [unknownMember] } : {};
  const defect = (
    no: number,
    source: string,
    says: string,
    body: object,
    code: string,
    item: string,
  ): RefusedRequest => ({
    id: idOf(name, no),
    source,
    says: `${title}: ${says}`,
    path,
    body,
    error: [item, code],
  });
  return [
    defect(21, '4.10', 'member_code_seller is needed.', {}, 'E000001', 'member_code_seller'),
    defect(
      22,
      '4.10',
      'a list of empty elements counts as not sent.',
      { member_code_seller: ['', null] },
      'E000001',
      'member_code_seller',
    ),
    defect(
      23,
      '4.10',
      'member_code_seller is a list.',
      { member_code_seller: unknownMember },
      'E000002',
      'member_code_seller',
    ),
    ...(name === 'businessholiday'
      ? [
          defect(
            24,
            '4.10',
            'update_date is a date.',
            { ...sellers, update_date: '2027-02-05 09:00:00' },
            'E000002',
            'update_date',
          ),
          defect(
            25,
            '2',
            'a day that does not exist is no date.',
            { ...sellers, update_date: '2027-02-30' },
            'E000002',
            'update_date',
          ),
        ]
      : [
          defect(
            26,
            '4.10',
            'a seller that does not exist is refused with E000008.',
            { member_code_seller: [unknownMember] },
            'E000008',
            'member_code_seller[0]',
          ),
        ]),
  ];
}
