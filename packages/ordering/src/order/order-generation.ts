import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ErrorEntry, type GeneratedOrder, isSignedAmount, slipStatus } from '@trading-platform/domain-types';
import { changeUntilRule } from '../delivery/change-until.js';
import { type JapanTime, japanTimeAt } from '../delivery/japan-time.js';
import { memberActor, type SlipActor } from '../history/slip-change.js';
import { conflictErrors, type GenerableSlip, type GenerationPlace, judgeGeneration } from './generate-orders.js';
import type { OrderStore, SlipToSend, StoredOrder } from './order-store.js';
import { plannedOrderJudge } from './planned-order.js';
import type { PlannedOrderSource, PlannedPair } from './planned-order-source.js';

/** A validated request for order generation. */
export interface GenerationRequest {
  readonly trade_id_list: readonly string[];
  /** The expected versions of the slips, in the same order as `trade_id_list`. */
  readonly version_list?: readonly string[];
}

/**
 * Either the slips in the order of the request, or all refusals, each with the index of its element. If one slip is refused, no
 * slip is sent.
 */
export type GeneratedOrders =
  | { readonly orders: readonly GeneratedOrder[] }
  | { readonly errors: readonly ErrorEntry[] };

/** The stores and the clock that order generation uses. */
export interface OrderGenerationOptions {
  readonly store: OrderStore;
  readonly source: PlannedOrderSource;
  /** By default, the system clock is used. */
  readonly now?: () => Date;
}

/** The number of orders (some thousand lines) after which other requests get their turn. */
const ordersPerTurn = 25;

/** Order data generation: sends planned orders, either all of them or none (Spec 4.11). */
export class OrderGeneration {
  readonly #store: OrderStore;
  readonly #source: PlannedOrderSource;
  readonly #now: () => Date;

  constructor({ store, source, now = () => new Date() }: OrderGenerationOptions) {
    this.#store = store;
    this.#source = source;
    this.#now = now;
  }

  /** @param by the caller, for the histories of the slips; by default, only the caller's member is known */
  async generate(
    request: GenerationRequest,
    callerMemberCode: string,
    by: SlipActor = memberActor(callerMemberCode),
  ): Promise<GeneratedOrders> {
    const at = japanTimeAt(this.#now());
    const tradeIds = request.trade_id_list;
    const stored = await this.#store.findOrders(callerMemberCode, tradeIds);
    const slips = await this.#judge(stored, at);
    const places = tradeIds.map((tradeId, index) => ({
      tradeId,
      version: versionAt(request, index),
      slip: slips.get(tradeId),
    }));
    const generation = judgeGeneration(places);
    if ('errors' in generation) return generation;
    const sent =
      generation.send.length === 0
        ? { versions: none }
        : await this.#store.send(
            generation.send.map((slip) => withBuyer(slip, stored)),
            at,
            by,
          );
    if ('updatedElsewhere' in sent) return { errors: conflictErrors(places, sent.updatedElsewhere) };
    return { orders: places.map((place) => generatedOrder(place, sent.versions)) };
  }

  /** Judges the planned slips by the settings of today, and returns all requested slips with the results. */
  async #judge(stored: ReadonlyMap<string, StoredOrder>, at: JapanTime): Promise<ReadonlyMap<string, GenerableSlip>> {
    const slips = new Map<string, GenerableSlip>(
      [...stored].map(([id, slip]) => [id, { ...slip, refusal: undefined }]),
    );
    const planned = [...stored.values()].filter(({ statusCode }) => statusCode === slipStatus.planned);
    const ofPairs = [...Map.groupBy(planned, pairKey).values()];
    const pairs: PlannedPair[] = [];
    for (const orders of ofPairs) {
      pairs.push(plannedPair(orders));
      // oxlint-disable-next-line no-await-in-loop
      await nextTurn();
    }
    const data = await this.#source.readPairs(pairs);
    let judged = 0;
    for (const [index, { settings, linesOf }] of data.entries()) {
      const refusalOf = plannedOrderJudge(settings, at);
      const changeUntil = changeUntilRule(at, settings);
      for (const { catalogIds, ...slip } of ofPairs[index] ?? []) {
        // oxlint-disable-next-line no-await-in-loop
        if (++judged % ordersPerTurn === 0) await nextTurn();
        const products = catalogIds.map(linesOf);
        const order = { hopeDeliveryDate: slip.hope_delivery_date, products };
        slips.set(slip.tradeId, {
          ...slip,
          refusal: refusalOf(order) ?? amountRefusal(slip),
          changeUntil: changeUntil(
            products.flatMap((lines) => lines.map(({ memberCodeOrderTo }) => memberCodeOrderTo)),
          ),
        });
      }
    }
    return slips;
  }
}

/**
 * The amounts of a slip are checked, because an import of old data may have loaded amounts of any form, and because the slip may
 * have been planned before the limit existed. A slip has no total if it was loaded without amounts.
 */
function amountRefusal({ trade_total }: Pick<StoredOrder, 'trade_total'>): GenerableSlip['refusal'] {
  return trade_total === '' || isSignedAmount(trade_total) ? undefined : 'amount-not-possible';
}

function withBuyer(
  { tradeId, version, changeUntil = '' }: GenerableSlip,
  stored: ReadonlyMap<string, StoredOrder>,
): SlipToSend {
  return { tradeId, version, changeUntil, memberCodeBuyer: stored.get(tradeId)?.member_code_self ?? '' };
}

const none: ReadonlyMap<string, number> = new Map();

function versionAt({ version_list }: GenerationRequest, index: number): number | undefined {
  return version_list === undefined ? undefined : Number(version_list[index]);
}

function generatedOrder({ tradeId, slip }: GenerationPlace, sent: ReadonlyMap<string, number>): GeneratedOrder {
  return { trade_id: tradeId, version: String(sent.get(tradeId) ?? slip?.version) };
}

function pairKey({ member_code_self, member_code_partner }: StoredOrder): string {
  return JSON.stringify([member_code_self, member_code_partner]);
}

function plannedPair(orders: readonly StoredOrder[]): PlannedPair {
  return {
    buyer: orders[0]?.member_code_self ?? '',
    seller: orders[0]?.member_code_partner ?? '',
    catalogIds: [...new Set(orders.flatMap(({ catalogIds }) => catalogIds))],
  };
}
