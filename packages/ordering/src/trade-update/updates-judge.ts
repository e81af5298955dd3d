import { slipActionCodes, slipSides, type TradeImport } from '@trading-platform/domain-types';
import { type JapanTime, japanTimeAt } from '../delivery/japan-time.js';
import type { OrderPair } from '../order/order-pair.js';
import { slipNumbers } from '../order/slip-numbers.js';
import { JsonBytes } from '../record/json-bytes.js';
import { LineRefusal } from '../record/line-refusal.js';
import { inTurn } from '../slip-input/groups-in-turn.js';
import { unpackCodes } from '../trade/packed-codes.js';
import type { DeliveredVersion, DeliveredVersions } from './delivered-versions.js';
import { type ChangeableSlip, judgeHead } from './judge-heads.js';
import { judgeUpdate } from './judge-update.js';
import { renderUpdate } from './render-update.js';
import type { SlipUpdate } from './slip-update.js';
import type { TradeUpdateCriteria } from './trade-update.js';
import type { SlipHead, SlipReading, TradeUpdateStore, UpdatedPair, UpdateToMake } from './trade-update-store.js';
import { storedValueError } from './update-errors.js';
import type { SlipAfterUpdate, UpdateToJudge } from './update-judgement.js';
import type { PresentSlip, UpdateOutcome } from './update-outcome.js';
import { defaultUpdateSettings, type UpdateSettings } from './update-settings.js';

/** The stores of slips and of trade downloads, and the rules of the installation. */
export interface UpdatePorts {
  readonly store: TradeUpdateStore;
  readonly delivered: DeliveredVersions;
  readonly settings?: UpdateSettings;
}

/** An update, with the digest of its content. */
export interface DigestedUpdate {
  readonly update: SlipUpdate;
  readonly digest: Buffer;
}

/** The judgement of an update: it is to be made, or it is refused. */
export type JudgedUpdate = UpdateToMake | Extract<UpdateOutcome, { readonly errors: unknown }>;

/** An update of a slip that the caller may change in this version. */
type OpenUpdate = DigestedUpdate & ChangeableSlip & { readonly digested: DigestedUpdate };

/**
 * The limits for views that are in memory as objects at the same time: the number of their slips, and the size of their
 * stored bodies.
 */
const slipsPerPortion = 10;
const bytesPerPortion = 128 * 1024;

/** Judges the updates of one request. */
export class UpdatesJudge {
  readonly #ports: UpdatePorts;
  readonly #criteria: TradeUpdateCriteria;
  readonly #signal: AbortSignal;
  readonly #at: JapanTime;
  /** The buffers in which views are rendered, one for each portion under way. They are reused. */
  readonly #rooms: JsonBytes[] = [];

  constructor(ports: UpdatePorts, criteria: TradeUpdateCriteria, signal: AbortSignal) {
    this.#ports = ports;
    this.#criteria = criteria;
    this.#signal = signal;
    this.#at = japanTimeAt(new Date(criteria.acceptedAt));
  }

  /**
   * Judges a group of updates by their slips as of one instant. Returns a judgement for each update, in their order. The views of
   * accepted updates are rendered portion by portion, because views take much memory as objects.
   */
  async judge(updates: readonly DigestedUpdate[]): Promise<readonly JudgedUpdate[]> {
    if (updates.length === 0) return [];
    const { store } = this.#ports;
    const tradeIds = updates.map(({ update }) => update.trade_id);
    const reading = await store.read(this.#criteria.memberCode, tradeIds, this.#signal);
    try {
      return await this.#judgeBy(reading, updates);
    } finally {
      await reading.close();
    }
  }

  async #judgeBy(reading: SlipReading, updates: readonly DigestedUpdate[]): Promise<readonly JudgedUpdate[]> {
    const delivered = await this.#deliveredVersions(updates);
    const judged = new Map<DigestedUpdate, JudgedUpdate>();
    const open: OpenUpdate[] = [];
    for (const each of updates) {
      const head = reading.heads.get(each.update.trade_id);
      const judgement = judgeHead(each.update, head, this.#criteria.memberCode, delivered.get(each.update));
      if ('errors' in judgement) judged.set(each, judgement);
      else open.push({ ...judgement, ...each, digested: each });
    }
    const pairOf = await readPairs(reading, open);
    const numbersFor = await this.#numbersFor(open);
    const judgePortion = (portion: readonly OpenUpdate[]) =>
      this.#judgePortion(reading, portion, { pairOf, numbersFor });
    for await (const judgements of inTurn(portionsOf(open), judgePortion, this.#signal)) {
      for (const [digested, judgement] of judgements) judged.set(digested, judgement);
    }
    return updates.map((each) => judged.get(each)!);
  }

  /** While one portion's views are decompressed, or its new bodies are compressed, another portion is judged. */
  async #judgePortion(
    reading: SlipReading,
    portion: readonly OpenUpdate[],
    { pairOf, numbersFor }: { readonly pairOf: PairOf; readonly numbersFor: NumbersFor },
  ): Promise<readonly (readonly [DigestedUpdate, JudgedUpdate])[]> {
    const views = await reading.readViews(portion.map(({ slip }) => slip));
    const room = this.#rooms.pop() ?? new JsonBytes();
    room.clear();
    const judgements = await Promise.all(
      portion.map(async (each) => {
        const given = { pair: pairOf(each), newNumbers: numbersFor(each), room };
        return [each.digested, await this.#judgeOne(each, views.get(each.slip.tradeId)!, given)] as const;
      }),
    );
    this.#rooms.push(room);
    return judgements;
  }

  async #judgeOne(
    open: OpenUpdate,
    stored: readonly TradeImport[],
    { pair, newNumbers, room }: Pick<UpdateToJudge, 'pair' | 'newNumbers'> & { readonly room: JsonBytes },
  ): Promise<JudgedUpdate> {
    const { update, slip, side, placeOf } = open;
    const viewOf = (place: number | undefined) => (place === undefined ? undefined : stored[place]);
    const { version, life, isMadeHere } = slip;
    const judgement = judgeUpdate({
      slip: { version, life, isMadeHere, buyer: viewOf(placeOf.buyer), seller: viewOf(placeOf.seller) },
      update,
      version,
      side,
      at: this.#at,
      settings: this.#ports.settings ?? defaultUpdateSettings,
      pair,
      newNumbers,
    });
    if ('errors' in judgement) return { errors: judgement.errors, slip: presentSlip(open) };
    try {
      return await renderAccepted(open, judgement.accepted, room);
    } catch (error) {
      if (error instanceof LineRefusal) return { errors: storedValueError(error.message), slip: presentSlip(open) };
      throw error;
    }
  }

  /** Asks for the versions of those updates that name a record of a trade download. */
  async #deliveredVersions(updates: readonly DigestedUpdate[]): Promise<ReadonlyMap<SlipUpdate, DeliveredVersion>> {
    const naming = updates.flatMap(({ update }) =>
      update.batch_id === undefined ? [] : [{ update, place: { batchId: update.batch_id, seq: Number(update.seq) } }],
    );
    if (naming.length === 0) return new Map();
    const found = await this.#ports.delivered.find(
      this.#criteria.by,
      naming.map(({ place }) => place),
    );
    return new Map(naming.map(({ update }, index) => [update, found[index]!]));
  }

  /** Only returns make slips. Their numbers are in the order of the request. Unused numbers do no harm. */
  async #numbersFor(open: readonly OpenUpdate[]): Promise<NumbersFor> {
    const returns = open.filter(({ update }) => update.action === slipActionCodes.return);
    const first = returns.length === 0 ? 0 : await this.#ports.store.takeRunningNumbers(returns.length);
    const placeOf = new Map(returns.map((each, place) => [each, place]));
    return (each) => () => slipNumbers(this.#at, first + placeOf.get(each)!);
  }
}

function presentSlip({ slip, side, placeOf }: OpenUpdate): PresentSlip {
  return { statusCode: slip.views[placeOf[side]!]!.statusCode, version: slip.version };
}

function renderAccepted(
  { update, digest, slip, side, placeOf }: OpenUpdate,
  { views, changed, life, made }: SlipAfterUpdate,
  room: JsonBytes,
): Promise<UpdateToMake> {
  const sides = slipSides.toSorted((one, other) => placeOf[one]! - placeOf[other]!);
  return renderUpdate(
    { updateNo: update.update_no, digest, slip, side, action: update.action, life, made: made?.numbers },
    {
      after: sides.map((each) => views[each]),
      changed: sides.map((each) => changed[each]),
      made: made === undefined ? [] : slipSides.map((each) => made.views[each]),
    },
    room,
  );
}

function* portionsOf(open: readonly OpenUpdate[]): Generator<readonly OpenUpdate[]> {
  let portion: OpenUpdate[] = [];
  let bytes = 0;
  for (const each of open) {
    portion.push(each);
    for (const { storedBytes } of each.slip.views) bytes += storedBytes;
    if (portion.length < slipsPerPortion && bytes < bytesPerPortion) continue;
    yield portion;
    portion = [];
    bytes = 0;
  }
  if (portion.length > 0) yield portion;
}

/** The actions that are judged by products, prices and settings of the pair. */
const actionsOfPair: ReadonlySet<string> = new Set([slipActionCodes.change, slipActionCodes.ship]);

/** Finds the numbers of the slip that an update makes. */
type NumbersFor = (each: OpenUpdate) => UpdateToJudge['newNumbers'];

/** Finds the pair of an update. */
type PairOf = (each: OpenUpdate) => OrderPair | undefined;

/** Reads the data of all pairs whose slips are changed or shipped. */
async function readPairs(reading: SlipReading, open: readonly OpenUpdate[]): Promise<PairOf> {
  const needing = open.filter(({ update }) => actionsOfPair.has(update.action));
  const ofPairs = [...Map.groupBy(needing, pairKey).values()];
  const pairs = ofPairs.length === 0 ? [] : await reading.readPairs(ofPairs.map(updatedPair));
  const byUpdate = new Map(ofPairs.flatMap((updates, index) => updates.map((each) => [each, pairs[index]] as const)));
  return (each) => byUpdate.get(each);
}

function pairKey({ slip, placeOf }: OpenUpdate): string {
  return JSON.stringify(membersOf(slip, placeOf));
}

function updatedPair(updates: readonly OpenUpdate[]): UpdatedPair {
  const [{ slip, placeOf }] = updates as [OpenUpdate];
  const { buyer, seller } = membersOf(slip, placeOf);
  const lines = updates.flatMap(({ update }) => update.detail_list ?? []);
  return {
    buyer,
    seller,
    catalogIds: distinct([
      ...updates
        .filter(needsProducts)
        .flatMap((each) => each.slip.views.flatMap(({ codes }) => unpackCodes(codes.catalogIds))),
      ...lines.map(({ catalog_id }) => catalog_id),
    ]),
    privateItemCodes: distinct(lines.map(({ private_item_code }) => private_item_code)),
  };
}

/** A shipment needs the products only for their FC prices. */
function needsProducts({ update, slip }: OpenUpdate): boolean {
  return update.action !== slipActionCodes.ship || slip.views.some(({ fcOwnerMemberCode }) => fcOwnerMemberCode !== '');
}

function membersOf({ views }: SlipHead, { buyer, seller }: ChangeableSlip['placeOf']) {
  const [ofBuyer, ofSeller] = [views[buyer ?? -1], views[seller ?? -1]];
  return {
    buyer: ofBuyer?.memberCodeSelf ?? ofSeller?.memberCodePartner ?? '',
    seller: ofSeller?.memberCodeSelf ?? ofBuyer?.memberCodePartner ?? '',
  };
}

function distinct(names: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(names)].filter((name) => name !== undefined);
}
