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
  /** The name of the list in the answer of the call. */
  readonly field: string;
  readonly fields: readonly string[];
  /** The key by which the elements are sorted. The function is undefined if the elements do not contain their key. */
  readonly keyOf?: (element: Fields) => readonly string[];
  /** The request body for the call whose answer is judged. */
  readonly body?: object;
  /** Returns the id of the requirement with this number. */
  readonly idOf: (no: number) => string;
}

/** Returns a function that makes requirement ids whose numbers begin with the given digit. */
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
  // While this check runs, no other check gives an order one of these statuses.
  body: { status_code: ['20', '41', '60', '61', '68', '80', '84', '88', '90'], with_names: '1' },
  idOf: ids(4),
};

export const listCalls = [partnerList, orderMasterList, deliveryPlaceList, orderList];

/** An answer of a list call, with the elements of its list. */
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

/** Gets the first page of a list, once in a run. */
export function firstPage(probe: Probe, { path }: ListCall, body: object = {}): Promise<Answer> {
  return probe.once(`list ${path} ${JSON.stringify(body)}`, () => probe.call(path, body));
}

/**
 * Gets the first page of a list that must have at least this many elements. If there are fewer elements, the check
 * cannot be judged.
 */
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

/** Gets all pages of a list until it has enough elements. */
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

/** Gets all elements of a list. */
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
