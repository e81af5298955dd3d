import { textOf } from '../../checks/records.js';
import {
  deliveryDateErrorFields,
  deliveryDateFields,
  explainedFields,
  notCountedFields,
  stepFields,
} from '../../contract/lookup-fields.js';
import { answerShape, type ObjectShape } from '../../contract/object-shape.js';
import type { Role } from '../../probe/account.js';
import type { Answer, Fields } from '../../probe/answer.js';
import type { Probe } from '../../probe/probe.js';

export const path = '/delivery/shortest';
export const explain = '/delivery/shortest/explain';

/** The shapes of the objects in an answer about delivery dates and in its explanation. */
export const shapes = {
  answer: answerShape('DLV-001', 'details_list'),
  product: {
    title: 'A product',
    place: 'details_list',
    fields: deliveryDateFields,
    lists: ['detail_error_list'],
    names: 'DLV-002',
    texts: 'DLV-002',
  },
  error: {
    title: 'An error of a product',
    place: 'details_list.detail_error_list',
    fields: deliveryDateErrorFields,
    names: 'DLV-003',
    texts: 'DLV-003',
  },
  explained: { title: 'An explained product', place: 'details_list', fields: explainedFields, names: 'DLV-009' },
  step: { title: 'A step', place: 'details_list.step_list', fields: stepFields, names: 'DLV-009' },
  notCounted: {
    title: 'Days that do not count',
    place: 'details_list.step_list.not_counted_list',
    fields: notCountedFields,
    names: 'DLV-014',
  },
} as const satisfies Record<string, ObjectShape>;

/** A product in the question. */
export interface Question {
  readonly catalog_id: string;
  readonly hope_delivery_date?: string;
}

/** Asks for the delivery dates at which a seller can deliver to a buyer. */
export function ask(
  probe: Probe,
  pair: { readonly self: string; readonly partner: string; readonly sendDate?: string; readonly as?: Role },
  questions: readonly Question[],
  at: string = path,
): Promise<Answer> {
  const { self, partner, sendDate, as = 'head' } = pair;
  const sent = sendDate === undefined ? {} : { send_date: sendDate };
  const body = { member_code_self: self, member_code_partner: partner, ...sent, details_list: questions };
  return probe.call(at, body, { as });
}

/** Returns the date and the error codes of each product in an answer. */
export function datesIn(answer: Answer): readonly (readonly [catalogId: string, date: string, ...codes: string[]])[] {
  return answer
    .expectNormal()
    .list('details_list')
    .map((product) => [
      textOf(product, 'catalog_id'),
      textOf(product, 'shortest_delivery_date'),
      ...errorsOf(product).map((error) => textOf(error, 'errorCode')),
    ]);
}

export function errorsOf(product: Fields): readonly Fields[] {
  const errors = product['detail_error_list'];
  return Array.isArray(errors) ? (errors as readonly Fields[]) : [];
}
