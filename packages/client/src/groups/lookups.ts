import {
  apiPaths,
  type DeliveryDate,
  type DeliveryDateAnswer,
  type DeliveryDateRequest,
  type FcPrice,
  type FcPriceAnswer,
  type FcPriceQuestion,
  ownLimits,
} from '@trading-platform/domain-types';
import type { CallOptions, DataApi } from '../calls/data-api.js';
import { inParts } from './in-parts.js';

/** Delivery dates (Spec 4.5). */
export class DeliveryCalls {
  readonly #api: DataApi;

  constructor(api: DataApi) {
    this.#api = api;
  }

  /**
   * The shortest delivery date of each product, in the order of `details_list`. If one call cannot hold all products,
   * several calls are made.
   *
   * @throws PlatformError
   */
  async shortest(request: DeliveryDateRequest, { signal }: CallOptions = {}): Promise<readonly DeliveryDate[]> {
    const dates: DeliveryDate[] = [];
    for (const part of partsOf(request.details_list, ownLimits.deliveryDateElements)) {
      const { body } = await this.#api.call({
        path: apiPaths.deliveryDate,
        body: { ...request, details_list: part },
        signal,
      });
      dates.push(...(body as unknown as DeliveryDateAnswer).details_list);
    }
    return dates;
  }
}

/** Prices for franchise stores (Spec 4.9). */
export class FcCalls {
  readonly #api: DataApi;

  constructor(api: DataApi) {
    this.#api = api;
  }

  /**
   * The FC price of each product, in order. If one call cannot hold all products, several calls are made.
   *
   * @throws PlatformError
   */
  async price(questions: readonly FcPriceQuestion[], { signal }: CallOptions = {}): Promise<readonly FcPrice[]> {
    const prices: FcPrice[] = [];
    for (const item of partsOf(questions, ownLimits.fcPriceElements)) {
      const { body } = await this.#api.call({ path: apiPaths.fcPrice, body: { item }, signal });
      prices.push(...(body as unknown as FcPriceAnswer).item);
    }
    return prices;
  }
}

/** Even an empty list makes one call, so that the platform itself refuses it. */
function partsOf<Element>(elements: readonly Element[], most: number): readonly (readonly Element[])[] {
  const parts = inParts(elements, most);
  return parts.length === 0 ? [[]] : parts;
}
