import type { DeliveryDate, DeliveryDateRequest } from '@trading-platform/domain-types';
import { KeptWhileUnchanged } from '../lookup/kept-while-unchanged.js';
import { onceATurn } from '../lookup/once-a-turn.js';
import type { OrderMasterLine } from '../master/order-master-line.js';
import type { RefusedMember } from '../member/refused-member.js';
import { parseDay } from './civil-day.js';
import { type DeliveryExplanation, deliveryDateOf, explanationOf } from './delivery-answer.js';
import type { DeliveryPair, DeliverySource } from './delivery-source.js';
import { type JapanTime, japanTimeAt, parseJapanTime } from './japan-time.js';
import { judgeProducts, type ProductAnswer } from './judge-products.js';

/**
 * Defaults: the number of buyer and seller pairs whose settings are kept in memory, and the number of products whose lines are
 * kept.
 */
const defaultPairsKept = 500;
const defaultProductsKept = 50_000;

/** The source of the settings, and the amount of data that is kept in memory. */
export interface ShortestDeliveryDatesOptions {
  readonly source: DeliverySource;
  /** Supplies the sending time of an order without `send_date`. By default, the system clock is used. */
  readonly now?: () => Date;
  /** The maximum number of pairs whose settings are kept in memory (default: 500). */
  readonly pairsKept?: number;
  /**
   * The maximum number of products whose order-master lines are kept in memory. A product counts once for each pair. The default
   * for the number of products is 50,000.
   */
  readonly productsKept?: number;
}

/**
 * Either an answer for each element of `details_list`, or the refused members. One refused member is enough to refuse
 * the whole request (`E000008`).
 */
export type DeliveryLookup<Detail> =
  | { readonly details: readonly Detail[] }
  | { readonly refused: readonly RefusedMember[] };

/**
 * The shortest delivery date lookup (Spec 4.5). The requests of the delivery date lookup have been validated: all required fields
 * are present, and all dates exist.
 *
 * The settings and lines of a pair stay in memory until any process loads new data.
 */
export class ShortestDeliveryDates {
  readonly #source: DeliverySource;
  readonly #readChanges: () => Promise<number>;
  readonly #now: () => Date;
  readonly #pairs: KeptWhileUnchanged<DeliveryPair>;
  readonly #lines: KeptWhileUnchanged<readonly OrderMasterLine[]>;

  constructor(options: ShortestDeliveryDatesOptions) {
    this.#source = options.source;
    this.#readChanges = onceATurn(() => options.source.readChanges());
    this.#now = options.now ?? (() => new Date());
    this.#pairs = new KeptWhileUnchanged(options.pairsKept ?? defaultPairsKept);
    this.#lines = new KeptWhileUnchanged(options.productsKept ?? defaultProductsKept);
  }

  /** Calculates the dates, in the order of `details_list`. */
  lookUp(request: DeliveryDateRequest, callerMemberCode: string): Promise<DeliveryLookup<DeliveryDate>> {
    return this.#answer(request, callerMemberCode, deliveryDateOf);
  }

  /** Calculates the same dates, each with the rules that led to it. */
  explain(request: DeliveryDateRequest, callerMemberCode: string): Promise<DeliveryLookup<DeliveryExplanation>> {
    return this.#answer(request, callerMemberCode, explanationOf);
  }

  async #answer<Detail>(
    request: DeliveryDateRequest,
    caller: string,
    toDetail: (answer: ProductAnswer, index: number) => Detail,
  ): Promise<DeliveryLookup<Detail>> {
    const sent = this.#sendTime(request);
    const changes = await this.#readChanges();
    const pair = await this.#findPair([caller, request.member_code_self, request.member_code_partner], changes);
    if (!('settings' in pair)) return { refused: pair };
    const catalogIds = request.details_list.map(({ catalog_id }) => catalog_id);
    const lines = await this.#findLines(pair, catalogIds, changes);
    const questions = request.details_list.map(({ catalog_id, hope_delivery_date }, index) => ({
      catalogId: catalog_id,
      wish: parseDay(hope_delivery_date ?? ''),
      lines: lines[index] ?? [],
    }));
    return { details: judgeProducts(sent, pair.settings, questions).map(toDetail) };
  }

  #sendTime({ send_date }: DeliveryDateRequest): JapanTime {
    return parseJapanTime(send_date ?? '') ?? japanTimeAt(this.#now());
  }

  async #findPair(
    members: readonly [caller: string, self: string, partner: string],
    changes: number,
  ): Promise<DeliveryPair | readonly RefusedMember[]> {
    const key = JSON.stringify(members);
    const kept = this.#pairs.get(key, changes);
    if (kept !== undefined) return kept;
    const pair = await this.#source.readPair(...members);
    if ('settings' in pair) this.#pairs.set(key, pair, changes);
    return pair;
  }

  #findLines(
    pair: DeliveryPair,
    catalogIds: readonly string[],
    changes: number,
  ): Promise<(readonly OrderMasterLine[])[]> {
    const place = JSON.stringify([pair.buyer, pair.headOffice, pair.seller]);
    const textOf = (catalogId: string) => place + catalogId;
    return this.#lines.getAll(catalogIds, textOf, changes, async (missing) => {
      const lines = Map.groupBy(await this.#source.readLines(pair, missing), ({ catalogId }) => catalogId);
      return missing.map((catalogId) => lines.get(catalogId) ?? []);
    });
  }
}
