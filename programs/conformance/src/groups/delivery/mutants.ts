import { list, moveFirst, shortened } from '../../checks/edits.js';
import { refusalMutants } from '../../checks/refusals.js';
import { memberOf, unknownMember } from '../../market/members.js';
import { beforeApi, changeBody, each, onApi, put, rename, status, whenCall, whenStatus } from '../../mutants/edits.js';
import type { Mutant } from '../../mutants/mutant.js';
import { dayOf, textOf } from '../../rules/calendar.js';
import { explain, path } from './delivery.js';
import { refusedRequests } from './refusals.js';
import { scenarioMutants } from './scenarios.js';

type Json = Record<string, unknown>;

const questions = (body: Json) => body['details_list'] as Json[];

const shapeMutants: readonly Mutant[] = [
  {
    name: 'details_list with brackets',
    noticedBy: ['DLV-001'],
    rule: onApi(path, rename('', 'details_list', 'details_list[]')),
  },
  {
    name: 'a date behind the errors',
    noticedBy: ['DLV-002'],
    rule: onApi(path, moveFirst('details_list', 'detail_error_list')),
  },
  {
    name: 'a missing date null',
    noticedBy: ['DLV-002'],
    rule: onApi(
      path,
      each('details_list', (product) => void (product['shortest_delivery_date'] ||= null)),
    ),
  },
  {
    name: 'errors in snake case',
    noticedBy: ['DLV-003'],
    rule: onApi(path, rename('details_list.detail_error_list', 'errorCode', 'error_code')),
  },
  {
    name: 'errorDetail first',
    noticedBy: ['DLV-003'],
    rule: onApi(path, moveFirst('details_list.detail_error_list', 'errorDetail')),
  },
  {
    name: 'a product asked twice answered once',
    noticedBy: ['DLV-004', 'DLV-035'],
    rule: onApi(path, list('details_list', shortened)),
  },
  {
    name: 'products in the order of their ids',
    noticedBy: ['DLV-004'],
    rule: onApi(
      path,
      list('details_list', (products) =>
        products.toSorted((one, other) => String(one['catalog_id']).localeCompare(String(other['catalog_id']))),
      ),
    ),
  },
  {
    name: 'an unknown product E000008',
    noticedBy: ['DLV-005'],
    rule: onApi(path, put('details_list.detail_error_list', 'errorCode', 'E000008')),
  },
  {
    name: 'an unknown product refuses the request',
    noticedBy: ['DLV-005'],
    rule: onApi(
      path,
      whenCall(({ body }) => body.includes('NOBODY'), status(400)),
    ),
  },
  {
    name: 'dates without dashes',
    noticedBy: ['DLV-006'],
    rule: onApi(
      path,
      put('details_list', 'shortest_delivery_date', (date: unknown) => String(date).replaceAll('-', '')),
    ),
  },
  {
    name: 'an order without send_date sent a day ago',
    noticedBy: ['DLV-007'],
    rule: onApi(
      path,
      whenCall(({ body }) => !body.includes('send_date'), put('details_list', 'shortest_delivery_date', dayBefore)),
    ),
  },
  {
    name: 'sellers see no dates',
    noticedBy: ['DLV-008'],
    rule: onApi(
      path,
      whenCall(
        ({ body }) => body.includes(`"member_code_self":"${memberOf.seller}"`),
        put('details_list', 'shortest_delivery_date', ''),
      ),
    ),
  },
  {
    name: 'the explanation has another date',
    noticedBy: ['DLV-009'],
    rule: onApi(explain, put('details_list', 'shortest_delivery_date', dayBefore)),
  },
  {
    name: 'steps without a rule',
    noticedBy: ['DLV-009'],
    rule: onApi(explain, rename('details_list.step_list', 'rule', 'name')),
  },
];

/** Services that overlook something in the calculation. */
const calculationMutants: readonly Mutant[] = [
  {
    name: 'send_date read as UTC',
    noticedBy: ['DLV-011'],
    rule: sentAt((date) => textOf(dayOf(date.slice(0, 10)) + (date.slice(11, 13) >= '15' ? 1 : 0)) + date.slice(10)),
  },
  {
    name: 'the time of send_date overlooked',
    noticedBy: ['DLV-011'],
    rule: sentAt((date) => `${date.slice(0, 10)} 00:00:00`),
  },
  {
    name: 'all dates a day later',
    noticedBy: ['DLV-011', 'DLV-012'],
    rule: onApi(path, put('details_list', 'shortest_delivery_date', dayAfter)),
  },
  {
    name: 'days of a lead time not named',
    noticedBy: ['DLV-014'],
    rule: onApi(explain, put('details_list.step_list', 'not_counted_list', [])),
  },
  {
    name: 'every step names the day before it as not counted',
    noticedBy: ['DLV-014'],
    rule: onApi(
      explain,
      each('details_list.step_list', (step) => {
        const day = step['from_date'];
        if (day !== '') step['not_counted_list'] = [{ first_date: day, last_date: day }];
      }),
    ),
  },
  {
    name: 'days of a lead time by other names',
    noticedBy: ['DLV-014'],
    rule: onApi(explain, rename('details_list.step_list.not_counted_list', 'last_date', 'to_date')),
  },
  {
    name: 'wished dates overlooked',
    noticedBy: ['DLV-012'],
    rule: beforeApi(
      path,
      changeBody((body) => questions(body).forEach((question) => void delete question['hope_delivery_date'])),
    ),
  },
  {
    name: 'a refused wish without a date',
    noticedBy: ['DLV-012'],
    rule: onApi(
      path,
      each(
        'details_list',
        (product) =>
          void ((product['detail_error_list'] as unknown[]).length > 0 && (product['shortest_delivery_date'] = '')),
      ),
    ),
  },
  {
    name: 'afternoons a week earlier',
    noticedBy: ['DLV-013'],
    rule: onApi(
      path,
      whenCall(
        ({ body }) => body.includes('20:00:00'),
        put('details_list', 'shortest_delivery_date', (date: unknown) => textOf(dayOf(String(date)) - 7)),
      ),
    ),
  },
  {
    name: 'an unknown partner taken',
    noticedBy: ['DLV-034'],
    rule: onApi(
      path,
      whenCall(({ body }) => body.includes(unknownMember), status(200)),
    ),
  },
  {
    name: 'empty products dropped',
    noticedBy: ['DLV-036'],
    rule: beforeApi(
      path,
      changeBody(
        (body) => void (body['details_list'] = questions(body).filter((question) => Object.keys(question).length > 0)),
      ),
    ),
  },
  {
    name: 'places of products counted from 1',
    noticedBy: ['DLV-036'],
    rule: onApi(path, whenStatus(400, put('error_list', 'error_item', 'details_list[2].catalog_id'))),
  },
];

function sentAt(change: (date: string) => string): Mutant['rule'] {
  return beforeApi(
    path,
    changeBody(
      (body) => void (typeof body['send_date'] === 'string' && (body['send_date'] = change(body['send_date']))),
    ),
  );
}

function dayAfter(date: unknown): string {
  return typeof date === 'string' && date !== '' ? textOf(dayOf(date) + 1) : '';
}

function dayBefore(date: unknown): string {
  return typeof date === 'string' && date !== '' ? textOf(dayOf(date) - 1) : '';
}

export const deliveryMutants: readonly Mutant[] = [
  ...shapeMutants,
  ...calculationMutants,
  ...refusalMutants(refusedRequests),
  ...scenarioMutants,
];
