import {
  apiPaths,
  type CatalogLine,
  type DeliveryPlace,
  type DeliveryPlaceListRequest,
  type OrderMasterListRequest,
  type Partner,
  type PartnerListRequest,
  type PartnerTerms,
  type PartnerTermsAnswer,
  type ProductAnswer,
  type ShownProduct,
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

/** Options of calls about one partner. */
export interface PartnerOptions extends CallOptions {
  /** The member that trades with the partner. Default: the caller's own member. */
  readonly memberCodeSelf?: string | undefined;
}

function queryOf(memberCodeSelf = ''): string {
  return memberCodeSelf === '' ? '' : `?member_code_self=${encodeURIComponent(memberCodeSelf)}`;
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

  /**
   * The settings between a member and one partner, and what they mean for each day of six weeks.
   *
   * @throws PlatformError `request-refused` with `E000008` if the caller does not see the member, or the partner is not related to it
   */
  async terms(memberCodePartner: string, { signal, memberCodeSelf }: PartnerOptions = {}): Promise<PartnerTerms> {
    const path = `/partners/${encodeURIComponent(memberCodePartner)}/terms${queryOf(memberCodeSelf)}`;
    const { body } = await this.#api.call({ method: 'GET', path, signal });
    return (body as unknown as PartnerTermsAnswer).terms;
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

  /**
   * One product that a member buys from one partner, in its present state in the master.
   *
   * @param product its `catalog_id` or, if no product has this `catalog_id`, its `item_id`
   * @throws PlatformError `request-refused` with `E000012` if there is no such product
   */
  async get(
    memberCodePartner: string,
    product: string,
    { signal, memberCodeSelf }: PartnerOptions = {},
  ): Promise<ShownProduct> {
    const partner = encodeURIComponent(memberCodePartner);
    const path = `/partners/${partner}/products/${encodeURIComponent(product)}${queryOf(memberCodeSelf)}`;
    const { body } = await this.#api.call({ method: 'GET', path, signal });
    return (body as unknown as ProductAnswer).product;
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
