import type { ErrorLanguage } from '@trading-platform/domain-types/error-texts';
import { japanTimeAt } from '../delivery/japan-time.js';
import type { RenderedRecord } from '../download/rendered-record.js';
import { memberActor, type SlipActor } from '../history/slip-change.js';
import { bodyOf } from '../record/body-of.js';
import { groupsOf, inTurn } from '../slip-input/groups-in-turn.js';
import { elementsIn, isCheckOnly, readElement } from '../slip-input/slip-input.js';
import { type SlipInputFunction, slipInputFunction } from '../slip-input/slip-input-function.js';
import { memberErrors, type OrderJudge, orderJudge, uploadNoError } from './judge-order.js';
import { askedPairs, type OrderSource, pairKey } from './order-source.js';
import type { OrderStore, OrderToTake, TakenOrder } from './order-store.js';
import { type OrderUploadCriteria, orderUpload } from './order-upload.js';
import { type BoundUploadNo, judgeUploadNo } from './upload-number.js';
import { type UploadOutcome, uploadResult } from './upload-outcome.js';
import { orderDigest, type UploadedOrder } from './uploaded-order.js';

/** The source of data for judging the orders of an upload, and the store that keeps accepted orders. */
export interface OrderPorts {
  readonly source: OrderSource;
  readonly store: OrderStore;
}

/** The order upload in the form that the batch engine requires. */
export type OrderUploadFunction = SlipInputFunction<OrderUploadCriteria>;

/**
 * Judges the orders of an upload, stores the accepted orders, and yields the results in the order of the request (Spec 4.11).
 * Orders that an earlier attempt stored are found by their `upload_no` and get the same results again.
 */
export function orderUploadFunction(ports: OrderPorts): OrderUploadFunction {
  return slipInputFunction(orderUpload, (criteria, input, signal) => uploadRecords(ports, criteria, input, signal));
}

/** An upload is read in several parts if it names more products, or has more bytes, than these limits. */
const productsPerPortion = 5_000;
const bytesPerPortion = 4 * 1024 * 1024;

async function* uploadRecords(
  ports: OrderPorts,
  criteria: OrderUploadCriteria,
  input: Uint8Array,
  signal: AbortSignal,
): AsyncGenerator<readonly RenderedRecord[]> {
  const store = isCheckOnly(input) ? undefined : ports.store;
  for (const orders of portionsOf(elementsIn(input))) {
    signal.throwIfAborted();
    const portion = await readPortion(ports, criteria, orders);
    yield* inTurn(groupsOf(orders), (group) => settleGroup(group, portion, store), signal);
  }
}

function* portionsOf(orders: Iterable<Uint8Array>): Generator<readonly UploadedOrder[]> {
  let portion: UploadedOrder[] = [];
  let bytes = 0;
  let products = new ProductNames();
  for (const json of orders) {
    const order = readElement(json) as UploadedOrder;
    portion.push(order);
    bytes += json.length;
    products.add(order);
    if (products.count < productsPerPortion && bytes < bytesPerPortion) continue;
    yield portion;
    portion = [];
    bytes = 0;
    products = new ProductNames();
  }
  if (portion.length > 0) yield portion;
}

/** Counts the different products that the orders name. */
class ProductNames {
  count = 0;
  readonly #ofPairs = new Map<string, Set<string>>();

  add(order: UploadedOrder): void {
    const pair = pairKey(order);
    const names = this.#ofPairs.get(pair) ?? new Set();
    this.#ofPairs.set(pair, names);
    const before = names.size;
    for (const { catalog_id, private_item_code } of order.detail_list) {
      names.add(catalog_id ?? `own code ${private_item_code}`);
    }
    this.count += names.size - before;
  }
}

/** The data that were read in order to judge one part of an upload. */
interface Portion {
  readonly callerMemberCode: string;
  readonly by: SlipActor;
  readonly bound: ReadonlyMap<string, BoundUploadNo>;
  /** By `pairKey`. */
  readonly judges: ReadonlyMap<string, OrderJudge>;
  readonly language: ErrorLanguage;
}

async function readPortion(
  { source, store }: OrderPorts,
  { memberCode, acceptedAt, by = memberActor(memberCode), language = 'en' }: OrderUploadCriteria,
  orders: readonly UploadedOrder[],
): Promise<Portion> {
  const asked = askedPairs(orders);
  const uploadNos = orders.map(({ upload_no }) => upload_no);
  const [bound, pairs] = await Promise.all([
    store.findUploadNos(memberCode, uploadNos),
    source.readPairs(memberCode, [...asked.values()]),
  ]);
  const at = japanTimeAt(new Date(acceptedAt));
  const judges = pairs.map((pair) => ('buyer' in pair ? orderJudge(pair, at) : refuseAll(memberErrors(pair))));
  const judgeOf = new Map([...asked.keys()].map((key, n) => [key, judges[n]!]));
  return { callerMemberCode: memberCode, by, bound, judges: judgeOf, language };
}

function refuseAll(errors: ReturnType<typeof memberErrors>): OrderJudge {
  return () => ({ errors });
}

/** @param store takes the orders; without it, they are only judged */
async function settleGroup(
  orders: readonly UploadedOrder[],
  portion: Portion,
  store: OrderStore | undefined,
): Promise<readonly RenderedRecord[]> {
  const judged = orders.map((order) => judgeUploaded(order, portion));
  const toTake = judged.flatMap((each) => ('toTake' in each ? [each.toTake] : []));
  const answers = store === undefined || toTake.length === 0 ? [] : await store.take(toTake);
  const answerTo = new Map(toTake.map((order, n) => [order, answers[n]]));
  return judged.map((each, n) => {
    const outcome = 'toTake' in each ? outcomeOfTaken(each.toTake, answerTo.get(each.toTake)) : each.outcome;
    return resultRecord(orders[n]!, outcome, portion.language);
  });
}

function judgeUploaded(
  order: UploadedOrder,
  { callerMemberCode, by, bound, judges }: Portion,
): { readonly toTake: OrderToTake } | { readonly outcome: UploadOutcome } {
  const digest = orderDigest(order);
  const known = bound.get(order.upload_no);
  if (known !== undefined) return { outcome: outcomeOfBound(known, digest) };
  const judgement = judges.get(pairKey(order))!(order);
  if ('errors' in judgement) return { outcome: judgement };
  return { toTake: { callerMemberCode, by, accepted: judgement.accepted, digest } };
}

/** @param answer undefined for an order that was only judged */
function outcomeOfTaken({ digest }: OrderToTake, answer: TakenOrder | undefined): UploadOutcome {
  if (answer === undefined) return { accepted: undefined };
  if ('taken' in answer) return { accepted: answer.taken };
  return 'bound' in answer ? outcomeOfBound(answer.bound, digest) : { errors: memberErrors(answer.refused) };
}

function outcomeOfBound(bound: BoundUploadNo, digest: Buffer): UploadOutcome {
  return judgeUploadNo(bound, digest) === 'repeat' ? { accepted: bound.slip } : { errors: [uploadNoError()] };
}

function resultRecord({ upload_no }: UploadedOrder, outcome: UploadOutcome, language: ErrorLanguage): RenderedRecord {
  return { body: bodyOf(JSON.stringify(uploadResult(upload_no, outcome, language))), isError: 'errors' in outcome };
}
