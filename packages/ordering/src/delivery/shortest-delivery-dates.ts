import type { DeliveryDate, DeliveryDateRequest } from '@trading-platform/domain-types';
import { RecentlyUsed } from '../recently-used.js';
import { parseDay } from './civil-day.js';
import { type DeliveryExplanation, deliveryDateOf, explanationOf } from './delivery-answer.js';
import type { DeliveryPair, DeliverySource, LineReading, RefusedMember } from './delivery-source.js';
import { type JapanTime, japanTimeAt, parseJapanTime } from './japan-time.js';
import { judgeProducts, type ProductAnswer } from './judge-products.js';

/** How many pairs keep their settings in memory unless said otherwise. */
const defaultPairsKept = 500;

export interface ShortestDeliveryDatesOptions {
  readonly source: DeliverySource;
  /** The time of an order without `send_date`. Default: the system's clock. */
  readonly now?: () => Date;
  /** Pairs whose settings are kept in memory. Default 500. */
  readonly pairsKept?: number;
}

/** One answer an element of `details_list`, or the member that refuses the whole request with `E000008`. */
export type DeliveryLookup<Detail> = { readonly details: readonly Detail[] } | { readonly refused: RefusedMember };

interface KeptPair {
  readonly changes: number;
  readonly pair: DeliveryPair;
}

/**
 * The shortest delivery date lookup (Spec 4.5). Requests are those that validation let through: required fields are
 * there, dates exist.
 *
 * Settings of a pair are kept in memory and used again as long as no load, of whatever process, has changed the data.
 */
export class ShortestDeliveryDates {
  readonly #source: DeliverySource;
  readonly #now: () => Date;
  readonly #pairs: RecentlyUsed<KeptPair>;

  constructor({ source, now = () => new Date(), pairsKept = defaultPairsKept }: ShortestDeliveryDatesOptions) {
    this.#source = source;
    this.#now = now;
    this.#pairs = new RecentlyUsed(pairsKept);
  }

  /** The dates, in the order of `details_list`. */
  lookUp(request: DeliveryDateRequest, callerMemberCode: string): Promise<DeliveryLookup<DeliveryDate>> {
    return this.#answer(request, callerMemberCode, deliveryDateOf);
  }

  /** The same dates, each with the rules that led to it. */
  explain(request: DeliveryDateRequest, callerMemberCode: string): Promise<DeliveryLookup<DeliveryExplanation>> {
    return this.#answer(request, callerMemberCode, explanationOf);
  }

  async #answer<Detail>(
    request: DeliveryDateRequest,
    caller: string,
    toDetail: (answer: ProductAnswer, index: number) => Detail,
  ): Promise<DeliveryLookup<Detail>> {
    const sent = this.#sendTime(request);
    const products = request.details_list.map(({ catalog_id, hope_delivery_date }) => ({
      catalogId: catalog_id,
      wish: parseDay(hope_delivery_date ?? ''),
    }));
    const data = await this.#read(
      caller,
      request,
      products.map(({ catalogId }) => catalogId),
    );
    if ('refused' in data) return data;
    const questions = products.map((product) => ({ ...product, lines: data.lines.get(product.catalogId) ?? [] }));
    return { details: judgeProducts(sent, data.pair.settings, questions).map(toDetail) };
  }

  #sendTime({ send_date }: DeliveryDateRequest): JapanTime {
    return parseJapanTime(send_date ?? '') ?? japanTimeAt(this.#now());
  }

  /** A pair that is kept costs one query; lines of an instant at which it was out of date are read again. */
  async #read(
    caller: string,
    { member_code_self, member_code_partner }: DeliveryDateRequest,
    catalogIds: readonly string[],
  ): Promise<({ readonly pair: DeliveryPair } & LineReading) | { readonly refused: RefusedMember }> {
    const members = [caller, member_code_self, member_code_partner] as const;
    const key = JSON.stringify(members);
    const kept = this.#pairs.get(key);
    if (kept !== undefined) {
      const reading = await this.#source.readLines(kept.pair, catalogIds);
      if (reading.changes === kept.changes) return { pair: kept.pair, ...reading };
    }
    const { changes, pair } = await this.#source.readPair(...members);
    if (typeof pair === 'string') {
      this.#pairs.delete(key);
      return { refused: pair };
    }
    this.#pairs.set(key, { changes, pair });
    return { pair, ...(await this.#source.readLines(pair, catalogIds)) };
  }
}
