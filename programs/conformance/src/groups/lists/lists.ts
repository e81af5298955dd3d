import { textOf } from '../../checks/records.js';
import { catalogFields } from '../../contract/master-fields.js';
import { answerShape, type ObjectShape } from '../../contract/object-shape.js';
import { deliveryPlaceFields, listedOrderFields, partnerFields } from '../../contract/order-fields.js';
import type { Answer, Fields } from '../../probe/answer.js';
import type { CallOptions, Probe } from '../../probe/probe.js';

/** One of the list calls (Spec 4.11). */
export interface ListCall {
  readonly title: string;
  readonly path: string;
  /** The list of its answer. */
  readonly field: string;
  readonly fields: readonly string[];
  /** The key that its elements are ordered by; nothing if an element does not contain it. */
  readonly keyOf?: (element: Fields) => readonly string[];
  /** The request for judging its shape. */
  readonly body?: object;
  /** The id of one of its requirements. */
  readonly idOf: (no: number) => string;
}

/** Ids with these hundreds. */
const ids = (hundreds: number) => (no: number) => `LST-${hundreds}${String(no).padStart(2, '0')}`;

const key =
  (...names: readonly string[]) =>
  (element: Fields) =>
    names.map((name) => textOf(element, name));

export const partnerList: ListCall = {
  title: 'Partner list',
  path: '/partner/list',
  field: 'partner_list',
  fields: partnerFields,
  keyOf: key('member_code_partner'),
  idOf: ids(1),
};

export const orderMasterList: ListCall = {
  title: 'Order master list',
  path: '/ordermaster/list',
  field: 'catalog_list',
  fields: catalogFields,
  idOf: ids(2),
};

export const deliveryPlaceList: ListCall = {
  title: 'Delivery place list',
  path: '/deliveryplace/list',
  field: 'delivery_place_list',
  fields: deliveryPlaceFields,
  keyOf: key('delivery_place_id'),
  idOf: ids(3),
};

export const orderList: ListCall = {
  title: 'Order list',
  path: '/order/list',
  field: 'order_list',
  fields: listedOrderFields,
  keyOf: key('member_code_partner', 'trade_id'),
  // Statuses that no other check gives to an order while this one runs.
  body: { status_code: ['20', '41', '60', '61', '68', '80', '84', '88', '90'] },
  idOf: ids(4),
};

export const listCalls = [partnerList, orderMasterList, deliveryPlaceList, orderList];

/** The answer of a list, and its elements. */
export function shapesOf({
  title,
  field,
  fields,
  idOf,
}: ListCall): readonly [answer: ObjectShape, element: ObjectShape] {
  return [
    { ...answerShape(idOf(1), field, 'next_cursor'), title: `${title}: the answer` },
    { title: `${title}: an element`, place: field, fields, names: idOf(2), texts: idOf(3) },
  ];
}

/** The first page of a list, asked for once in a run. */
export function firstPage(probe: Probe, { path }: ListCall, body: object = {}): Promise<Answer> {
  return probe.once(`list ${path} ${JSON.stringify(body)}`, () => probe.call(path, body));
}

/** The same, with at least so many elements. With fewer the check cannot be judged. */
export async function someElementsPage(probe: Probe, call: ListCall, least = 1): Promise<Answer> {
  const page = (await firstPage(probe, call, call.body)).expectNormal();
  const { length } = page.list(call.field);
  if (length < least) probe.cannotJudge(`the caller's list has ${length} elements, not ${least}`);
  return page;
}

export async function someElements(probe: Probe, call: ListCall, least = 1): Promise<readonly Fields[]> {
  return (await someElementsPage(probe, call, least)).list(call.field);
}

const pagesAtMost = 40;

/** All pages of a list, up to so many elements. */
export async function pagesOf(
  probe: Probe,
  call: ListCall,
  body: { readonly limit?: number },
  {
    atMost = Number.POSITIVE_INFINITY,
    options = {},
  }: { readonly atMost?: number; readonly options?: CallOptions } = {},
): Promise<readonly Answer[]> {
  const pages: Answer[] = [];
  let cursor: string | undefined;
  let elements = 0;
  do {
    const page = await probe.call(call.path, { ...body, ...(cursor === undefined ? {} : { cursor }) }, options);
    page.expectNormal().expect(pages.length < pagesAtMost, `the list has not ended after ${pagesAtMost} pages`);
    pages.push(page);
    elements += page.list(call.field).length;
    cursor = page.string('next_cursor');
  } while (cursor !== '' && elements < atMost);
  return pages;
}

/** All elements of a list. */
export async function wholeList(
  probe: Probe,
  call: ListCall,
  body: object = {},
  options: CallOptions = {},
): Promise<readonly Fields[]> {
  const name = `whole ${call.path} ${JSON.stringify(body)} ${JSON.stringify(options)}`;
  const pages = await probe.once(name, () => pagesOf(probe, call, body, { options }));
  return pages.flatMap((page) => page.list(call.field));
}
