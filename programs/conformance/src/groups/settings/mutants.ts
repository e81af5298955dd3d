import { list, moveFirst, shortened } from '../../checks/edits.js';
import { refusalMutants } from '../../checks/refusals.js';
import { member, memberOf } from '../../market/members.js';
import { type PairSetting, pairSettings, type SettingName } from '../../market/settings.js';
import {
  beforeApi,
  changeBody,
  drop,
  each,
  header,
  ignoreField,
  moveLast,
  onApi,
  put,
  rename,
  status,
  whenStatus,
} from '../../mutants/edits.js';
import type { Mutant } from '../../mutants/mutant.js';
import { batchPaths } from '../../probe/batches.js';
import { refusedRequests } from './refusals.js';
import { nonCountingTitle, pairTitles } from './requirements.js';
import { idOf, rowFields } from './settings.js';

type Json = Record<string, unknown>;

/** Mutants of every setting. */
function commonMutants(name: SettingName): readonly Mutant[] {
  const get = `${batchPaths[name]}/get`;
  const request = `${batchPaths[name]}/request`;
  const sellers = name === 'businessholiday' ? 'result_list' : 'result_list.seller_list';
  const rows = `${sellers}.${name}`;
  const [first = '', second = ''] = rowFields[name];
  const by = (...numbers: readonly number[]) => numbers.map((no) => idOf(name, no));
  return [
    {
      name: `${name}: the list named results`,
      noticedBy: by(1),
      rule: onApi(get, rename('', 'result_list', 'results')),
    },
    { name: `${name}: rows under another name`, noticedBy: by(2), rule: onApi(get, rename(sellers, name, 'rows')) },
    { name: `${name}: rows before the seller`, noticedBy: by(2), rule: onApi(get, moveFirst(sellers, name)) },
    { name: `${name}: seq in the elements`, noticedBy: by(2), rule: onApi(get, put(sellers, 'seq', '1')) },
    {
      name: `${name}: the first field renamed`,
      noticedBy: by(3),
      rule: onApi(get, rename(rows, first, `${first}_code`)),
    },
    { name: `${name}: the second field missing`, noticedBy: by(3), rule: onApi(get, drop(rows, second)) },
    { name: `${name}: the first field last`, noticedBy: by(3), rule: onApi(get, moveLast(rows, first)) },
    { name: `${name}: a value as a number`, noticedBy: by(4), rule: onApi(get, put(rows, second, 1)) },
    { name: `${name}: update_date null`, noticedBy: by(4), rule: onApi(get, put(rows, 'update_date', null)) },
    {
      name: `${name}: record_count one more`,
      noticedBy: by(5),
      rule: onApi(
        `${batchPaths[name]}/check`,
        put('', 'record_count', (count: unknown) => String(Number(count) + 1)),
      ),
    },
    {
      name: `${name}: the last element missing`,
      noticedBy: by(5, 11),
      rule: onApi(get, list('result_list', shortened)),
    },
    {
      name: `${name}: elements the other way round`,
      noticedBy: by(6, 11),
      rule: onApi(
        get,
        list('result_list', (elements) => elements.toReversed()),
      ),
    },
    {
      name: `${name}: an element without rows`,
      noticedBy: by(7),
      rule: onApi(
        get,
        each(sellers, (seller, index) => void (index === 0 && (seller[name] = []))),
      ),
    },
    {
      name: `${name}: rows by another order`,
      noticedBy: by(11),
      rule: onApi(
        get,
        each(sellers, (seller) => void (seller[name] = (seller[name] as unknown[]).toReversed())),
      ),
    },
    {
      name: `${name}: rows of all sellers`,
      noticedBy: by(13),
      rule: beforeApi(
        request,
        changeBody(
          (body) =>
            void (
              isList(body['member_code_seller']) &&
              (body['member_code_seller'] = [member.settingSeller, member.otherSettingSeller])
            ),
        ),
      ),
    },
    {
      name: `${name}: update_date overlooked`,
      noticedBy: by(14),
      rule: beforeApi(request, ignoreField('update_date')),
    },
    {
      name: `${name}: update_date left out itself`,
      noticedBy: by(14),
      rule: beforeApi(
        request,
        changeBody((body) => void (body['update_date'] === '2027-02-05' && (body['update_date'] = '2027-02-06'))),
      ),
    },
  ];
}

function isList(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0;
}

function isGeneral(record: Json): boolean {
  return record['member_code_buyer'] === '';
}

/** Mutants of the three settings about pairs. */
function pairMutants(name: PairSetting): readonly Mutant[] {
  const get = `${batchPaths[name]}/get`;
  const request = `${batchPaths[name]}/request`;
  const by = (...numbers: readonly number[]) => numbers.map((no) => idOf(name, no));
  return [
    {
      name: `${name}: general rows left out`,
      noticedBy: by(11, 15),
      rule: onApi(
        get,
        list('result_list', (elements) => elements.filter((record) => !isGeneral(record))),
      ),
    },
    {
      name: `${name}: a pair of others delivered`,
      noticedBy: by(11),
      rule: onApi(
        get,
        each(
          'result_list',
          (record) =>
            void (record['member_code_buyer'] === memberOf.store && (record['member_code_buyer'] = member.otherBuyer)),
        ),
      ),
    },
    {
      name: `${name}: the buyer list overlooked`,
      noticedBy: by(12),
      rule: beforeApi(request, ignoreField('member_code_buyer')),
    },
    {
      name: `${name}: a store reads the pairs of its head office`,
      noticedBy: by(15),
      rule: onApi(
        get,
        each(
          'result_list',
          (record) =>
            void (record['member_code_buyer'] === memberOf.store && (record['member_code_buyer'] = memberOf.head)),
        ),
      ),
    },
    {
      name: `${name}: only the first refused seller told`,
      noticedBy: by(16),
      rule: onApi(
        request,
        whenStatus(
          400,
          list('error_list', (errors) => errors.slice(0, 1)),
        ),
      ),
    },
    { name: `${name}: E000008 with 403`, noticedBy: by(16, 17), rule: onApi(request, whenStatus(400, status(403))) },
    {
      name: `${name}: a refused buyer told at the list`,
      noticedBy: by(17),
      rule: onApi(request, whenStatus(400, put('error_list', 'error_item', 'member_code_buyer'))),
    },
  ];
}

const holidays = batchPaths.businessholiday;

const nonCountingMutants: readonly Mutant[] = [
  {
    name: 'businessholiday: E000008 for an unreadable seller',
    noticedBy: ['SET-416'],
    rule: onApi(`${holidays}/request`, status(400)),
  },
  {
    name: 'businessholiday: days of a seller that the caller may not read',
    noticedBy: ['SET-416'],
    rule: onApi(`${holidays}/get`, put('result_list', 'member_code_seller', member.strangersSeller)),
  },
  {
    name: 'businessholiday: an ignored buyer not named',
    noticedBy: ['SET-417'],
    rule: onApi(`${holidays}/request`, header('x-ignored-fields', undefined)),
  },
];

export const settingsMutants: readonly Mutant[] = [
  ...pairSettings.flatMap((name) => [
    ...commonMutants(name),
    ...pairMutants(name),
    ...refusalMutants(refusedRequests(name, pairTitles[name])),
  ]),
  ...commonMutants('businessholiday'),
  ...nonCountingMutants,
  ...refusalMutants(refusedRequests('businessholiday', nonCountingTitle)),
];
