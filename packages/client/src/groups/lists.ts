import {
  apiPaths,
  type CatalogLine,
  type DeliveryPlace,
  type DeliveryPlaceListRequest,
  type OrderMasterListRequest,
  type Partner,
  type PartnerListRequest,
} from '@trading-platform/domain-types';
import type { CallOptions, DataApi } from '../calls/data-api.js';
import { List } from '../calls/list.js';

/** A list of the data API: its path, and the array of its elements. */
interface ListFunction {
  readonly path: string;
  readonly arrayName: string;
}

/** @param request `limit` is the number of elements of one call, `cursor` the start of the list */
export function listCall<Element>(
  api: DataApi,
  { path, arrayName }: ListFunction,
  request: { readonly cursor?: string },
  { signal }: CallOptions,
): List<Element> {
  return List.byCursor(async (nextCursor) => {
    const cursor = nextCursor || request.cursor;
    const body = cursor === undefined ? request : { ...request, cursor };
    const answer = await api.call({ path, body, signal });
    return {
      elements: (answer.body[arrayName] ?? []) as Element[],
      nextCursor: (answer.body['next_cursor'] ?? '') as string,
    };
  });
}

/** The partners of a member (Spec 4.11). */
export class PartnerCalls {
  readonly #api: DataApi;

  constructor(api: DataApi) {
    this.#api = api;
  }

  list(request: PartnerListRequest = {}, options: CallOptions = {}): List<Partner> {
    return listCall(this.#api, { path: apiPaths.partnerList, arrayName: 'partner_list' }, request, options);
  }
}

/** The order master: the products that a member can order (Spec 4.11). */
export class ProductCalls {
  readonly #api: DataApi;

  constructor(api: DataApi) {
    this.#api = api;
  }

  list(request: OrderMasterListRequest = {}, options: CallOptions = {}): List<CatalogLine> {
    return listCall(this.#api, { path: apiPaths.orderMasterList, arrayName: 'catalog_list' }, request, options);
  }
}

/** The delivery places of a member (Spec 4.11). */
export class PlaceCalls {
  readonly #api: DataApi;

  constructor(api: DataApi) {
    this.#api = api;
  }

  list(request: DeliveryPlaceListRequest = {}, options: CallOptions = {}): List<DeliveryPlace> {
    return listCall(
      this.#api,
      { path: apiPaths.deliveryPlaceList, arrayName: 'delivery_place_list' },
      request,
      options,
    );
  }
}
