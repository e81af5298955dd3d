import { refusalMutants, refusalRows } from '../../checks/refusals.js';
import { memberOf } from '../../market/members.js';
import { alter, each, moveFirst, put, putWhere, shortened, sorted } from '../../mutants/bodies.js';
import { changeBody, not, readAs, says } from '../../mutants/calls.js';
import { status, whenCall } from '../../mutants/edits.js';
import { fieldRows } from '../../mutants/fields.js';
import type { Fields, Mutant } from '../../mutants/mutant.js';
import { beforeApi, onApi } from '../../mutants/table.js';
import { dayOf, textOf } from '../../rules/calendar.js';
import { explain, path, shapes } from './delivery.js';
import { refusedRequests } from './refusals.js';
import { scenarioMutants } from './scenarios.js';

const products = 'details_list';
const dates = (read: (date: unknown) => unknown) => alter(products, 'shortest_delivery_date', read);
const errorCodes = (code: string) => put(`${products}.detail_error_list`, 'errorCode', code);
const isRefused = (product: Fields) => (product['detail_error_list'] as unknown[]).length > 0;
const later = (days: number) => (date: unknown) =>
  typeof date === 'string' && date !== '' ? textOf(dayOf(date) + days) : '';
const sentAt = (read: (date: string) => string) =>
  readAs('send_date', (date) => (typeof date === 'string' ? read(date) : date));
const asUtc = (date: string) => later(date.slice(11, 13) >= '15' ? 1 : 0)(date.slice(0, 10)) + date.slice(10);
const withoutEmpty = (questions: unknown) =>
  (questions as Fields[]).filter((question) => Object.keys(question).length > 0);

const dayBeforeNamed = each(`${products}.step_list`, (step) => {
  const day = step['from_date'];
  if (day !== '') step['not_counted_list'] = [{ first_date: day, last_date: day }];
});
const withoutWishes = changeBody((body) => {
  for (const question of body[products] as Fields[]) delete question['hope_delivery_date'];
});

export const deliveryMutants: readonly Mutant[] = [
  ...onApi(path, [
    ...[shapes.answer, shapes.product, shapes.error].flatMap(fieldRows),
    ['the date comes after the errors', 'DLV-002', moveFirst(products, 'detail_error_list')],
    ['a missing date is null', 'DLV-002', dates((date) => date || null)],
    ['a product that is requested twice is answered once', 'DLV-004 DLV-035', shortened(products)],
    ['products in the order of their ids', 'DLV-004', sorted(products, 'catalog_id')],
    ['an unknown product gets E000008', 'DLV-005', errorCodes('E000008')],
    ['an unknown product refuses the request', 'DLV-005', whenCall(says('NOBODY'), status(400))],
    ['dates without dashes', 'DLV-006', dates((date) => String(date).replaceAll('-', ''))],
    [
      'an order without send_date counts as sent a day ago',
      'DLV-007',
      whenCall(not(says('send_date')), dates(later(-1))),
    ],
    [
      'sellers see no dates',
      'DLV-008',
      whenCall(
        says(`"member_code_self":"${memberOf.seller}"`),
        dates(() => ''),
      ),
    ],
    ['all dates a day later', 'DLV-011 DLV-012', dates(later(1))],
    ['a refused wish without a date', 'DLV-012', putWhere(products, isRefused, 'shortest_delivery_date', '')],
    ['afternoons a week earlier', 'DLV-013', whenCall(says('20:00:00'), dates(later(-7)))],
    ...refusalRows('DLV-034 DLV-036'),
  ]),
  ...onApi(explain, [
    ...[shapes.explained, shapes.step, shapes.notCounted].flatMap(fieldRows),
    ['the explanation has another date', 'DLV-009', dates(later(-1))],
    ['the skipped days of a lead time are not named', 'DLV-014', put(`${products}.step_list`, 'not_counted_list', [])],
    ['every step names the day before it as a day that is not counted', 'DLV-014', dayBeforeNamed],
  ]),
  // Mutants that leave out a part of the calculation.
  ...beforeApi(path, [
    ['send_date is read as UTC', 'DLV-011', sentAt(asUtc)],
    ['the time of send_date is ignored', 'DLV-011', sentAt((date) => `${date.slice(0, 10)} 00:00:00`)],
    ['wished dates are ignored', 'DLV-012', withoutWishes],
    ['empty products dropped', 'DLV-036', readAs(products, withoutEmpty)],
  ]),
  ...refusalMutants(refusedRequests),
  ...scenarioMutants,
];
