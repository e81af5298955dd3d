import { refusalMutants, refusalRows } from '../../checks/refusals.js';
import { batchFunctions, pairSettings, type SettingDownload, settingNames } from '../../contract/batch-functions.js';
import { member, memberOf } from '../../market/members.js';
import { alter, firstError, list, oneMore, put, putWhere, reversed, shortened } from '../../mutants/bodies.js';
import { ignoreField, readAs, readFor } from '../../mutants/calls.js';
import { header, status, whenStatus } from '../../mutants/edits.js';
import { fieldRows } from '../../mutants/fields.js';
import type { Fields, Mutant } from '../../mutants/mutant.js';
import { beforeApi, onApi } from '../../mutants/table.js';
import { refusedRequests } from './refusals.js';

const bothSellers = [member.settingSeller, member.otherSettingSeller];
const allSellers = (codes: unknown) => (Array.isArray(codes) && codes.length > 0 ? bothSellers : codes);
const ofBuyer = (code: string) => (record: Fields) => record['member_code_buyer'] === code;

/** Mutants that exist for every settings download. */
function commonMutants({ name, path, list: records, sellers, shapes, idOf }: SettingDownload): readonly Mutant[] {
  return [
    ...onApi(`${path}/get`, [
      ...shapes.flatMap(fieldRows),
      [`${name}: the last element missing`, `${idOf(5)} ${idOf(11)}`, shortened(records)],
      [`${name}: elements in reverse order`, `${idOf(6)} ${idOf(11)}`, reversed(records)],
      [`${name}: an element without rows`, idOf(7), putWhere(sellers, (_, index) => index === 0, name, [])],
      [`${name}: rows in another order`, idOf(11), reversed(`${sellers}.${name}`)],
    ]),
    ...onApi(`${path}/check`, [[`${name}: record_count is one too high`, idOf(5), alter('', 'record_count', oneMore)]]),
    ...beforeApi(`${path}/request`, [
      [`${name}: rows of all sellers`, idOf(13), readAs('member_code_seller', allSellers)],
      [`${name}: update_date ignored`, idOf(14), ignoreField('update_date')],
      [
        `${name}: the day update_date is not included`,
        idOf(14),
        readFor('update_date', { '2027-02-05': '2027-02-06' }),
      ],
    ]),
  ];
}

/** Mutants of the three settings about a buyer and a seller. */
function pairMutants({ name, path, list: records, idOf }: SettingDownload): readonly Mutant[] {
  const generalOut = list(records, (elements) => elements.filter((element) => !ofBuyer('')(element)));
  const buyerOfStore = (code: string) => putWhere(records, ofBuyer(memberOf.store), 'member_code_buyer', code);
  return [
    ...onApi(`${path}/get`, [
      [`${name}: general rows left out`, `${idOf(11)} ${idOf(15)}`, generalOut],
      [`${name}: a pair of other members delivered`, idOf(11), buyerOfStore(member.otherBuyer)],
      [`${name}: a store reads the pairs of its head office`, idOf(15), buyerOfStore(memberOf.head)],
    ]),
    ...beforeApi(`${path}/request`, [[`${name}: the buyer list ignored`, idOf(12), ignoreField('member_code_buyer')]]),
    ...onApi(`${path}/request`, [
      [`${name}: only the first refused seller reported`, idOf(16), whenStatus(400, firstError)],
      ...refusalRows(`${idOf(16)} ${idOf(17)}`),
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
      'businessholiday: days of a hidden seller',
      holidays.idOf(16),
      put(holidays.list, 'member_code_seller', member.strangersSeller),
    ],
  ]),
  ...settingNames.flatMap((name) => refusalMutants(refusedRequests(batchFunctions[name]))),
];
