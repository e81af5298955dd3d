import type { RefusedCall } from '../../checks/refusals.js';
import type { SettingDownload } from '../../contract/batch-functions.js';
import { unknownMember } from '../../market/members.js';

/** Requirements about the defects of a request for settings (Spec 4.10, 8). */
export function refusedRequests({ title, path, hasBuyers, idOf }: SettingDownload): readonly RefusedCall[] {
  const defect = (no: number, source: string, says: string, body: object, code: string, item: string): RefusedCall => ({
    id: idOf(no),
    source,
    says: `${title}: ${says}`,
    path: `${path}/request`,
    body,
    errors: [[item, code]],
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
    ...(hasBuyers
      ? [
          defect(
            26,
            '4.10',
            'a seller that does not exist is refused with E000008.',
            { member_code_seller: [unknownMember] },
            'E000008',
            'member_code_seller[0]',
          ),
        ]
      : [
          defect(24, '4.10', 'update_date is a date.', on('2027-02-05 09:00:00'), 'E000002', 'update_date'),
          defect(25, '2', 'a day that does not exist is refused.', on('2027-02-30'), 'E000002', 'update_date'),
        ]),
  ];
}

function on(update_date: string): object {
  return { member_code_seller: [unknownMember], update_date };
}
