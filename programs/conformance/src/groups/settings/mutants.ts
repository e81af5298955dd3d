import { refusalMutants } from '../../checks/refusals.js';
import { batchFunctions, pairSettings, type SettingDownload, settingNames } from '../../contract/batch-functions.js';
import { member, memberOf } from '../../market/members.js';
import { ignoreField, readAs, readFor } from '../../mutants/calls.js';
import {
  errorItem,
  firstError,
  header,
  list,
  moveFirst,
  oneMore,
  put,
  putWhere,
  reversed,
  shortened,
  status,
  whenStatus,
} from '../../mutants/edits.js';
import { fieldRows } from '../../mutants/fields.js';
import type { Fields, Mutant } from '../../mutants/mutant.js';
import { beforeApi, onApi } from '../../mutants/table.js';
import { refusedRequests } from './refusals.js';

const bothSellers = [member.settingSeller, member.otherSettingSeller];
const ofBuyer = (code: string) => (record: Fields) => record['member_code_buyer'] === code;

/** Mutants of every setting. */
function commonMutants({ name, path, list: records, sellers, shapes, idOf }: SettingDownload): readonly Mutant[] {
  return [
    ...onApi(`${path}/get`, [
      ...shapes.flatMap(fieldRows),
      [`${name}: rows before the seller`, idOf(2), moveFirst(sellers, name)],
      [`${name}: the last element missing`, `${idOf(5)} ${idOf(11)}`, shortened(records)],
      [`${name}: elements the other way round`, `${idOf(6)} ${idOf(11)}`, reversed(records)],
      [`${name}: an element without rows`, idOf(7), putWhere(sellers, (_, index) => index === 0, name, [])],
      [`${name}: rows by another order`, idOf(11), reversed(`${sellers}.${name}`)],
    ]),
    ...onApi(`${path}/check`, [[`${name}: record_count one more`, idOf(5), put('', 'record_count', oneMore)]]),
    ...beforeApi(`${path}/request`, [
      [
        `${name}: rows of all sellers`,
        idOf(13),
        readAs('member_code_seller', (codes) => (Array.isArray(codes) && codes.length > 0 ? bothSellers : codes)),
      ],
      [`${name}: update_date overlooked`, idOf(14), ignoreField('update_date')],
      [`${name}: update_date left out itself`, idOf(14), readFor('update_date', { '2027-02-05': '2027-02-06' })],
    ]),
  ];
}

/** Mutants of the three settings about pairs. */
function pairMutants({ name, path, list: records, idOf }: SettingDownload): readonly Mutant[] {
  const generalOut = list(records, (elements) => elements.filter((element) => !ofBuyer('')(element)));
  const buyerOfStore = (code: string) => putWhere(records, ofBuyer(memberOf.store), 'member_code_buyer', code);
  return [
    ...onApi(`${path}/get`, [
      [`${name}: general rows left out`, `${idOf(11)} ${idOf(15)}`, generalOut],
      [`${name}: a pair of others delivered`, idOf(11), buyerOfStore(member.otherBuyer)],
      [`${name}: a store reads the pairs of its head office`, idOf(15), buyerOfStore(memberOf.head)],
    ]),
    ...beforeApi(`${path}/request`, [
      [`${name}: the buyer list overlooked`, idOf(12), ignoreField('member_code_buyer')],
    ]),
    ...onApi(`${path}/request`, [
      [`${name}: only the first refused seller told`, idOf(16), whenStatus(400, firstError)],
      [`${name}: E000008 with 403`, `${idOf(16)} ${idOf(17)}`, whenStatus(400, status(403))],
      [`${name}: a refused buyer told at the list`, idOf(17), whenStatus(400, errorItem('member_code_buyer'))],
    ]),
  ];
}

const { businessholiday: holidays } = batchFunctions;

export const settingsMutants: readonly Mutant[] = [
  ...settingNames.flatMap((name) => commonMutants(batchFunctions[name])),
  ...pairSettings.flatMap((name) => pairMutants(batchFunctions[name])),
  ...onApi(`${holidays.path}/request`, [
    ['businessholiday: E000008 for an unreadable seller', holidays.idOf(16), status(400)],
    ['businessholiday: an ignored buyer not named', holidays.idOf(17), header('x-ignored-fields')],
  ]),
  ...onApi(`${holidays.path}/get`, [
    [
      'businessholiday: days of a seller that the caller may not read',
      holidays.idOf(16),
      put('result_list', 'member_code_seller', member.strangersSeller),
    ],
  ]),
  ...settingNames.flatMap((name) => refusalMutants(refusedRequests(batchFunctions[name]))),
];
