import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { aLine, anOrder, catalogId, orderMembers, type UploadRow } from './order-market.js';
import type { SoakCaller } from './soak-caller.js';

interface MasterRow {
  readonly seq: string;
  readonly batch_id: string;
  readonly create_date: string;
}

interface SlipRow {
  readonly trade_id: string;
  readonly detail_list: readonly object[];
}

const paths = { master: '/master/download/buy', trade: '/trade/download', upload: '/order/upload' };
const wholeTime = { target_date_set: '2', target_date_from: '2000-01-01', target_date_to: '2099-12-31' };
const ordersPerUpload = 5;
const linesPerOrder = 3;
const pauseMs = 300;

/** The numbers of batches, records, uploads and removals, for the report at the end of the run. */
export interface SoakCounts {
  batches: number;
  records: number;
  uploads: number;
  removed: number;
}

/**
 * Flows that are repeated until the test ends. Each result is completely compared with the expected result: the order
 * master does not change, uploads are accepted once, and both sides see each slip unchanged until it is removed.
 */
export class SoakLoad {
  readonly counts: SoakCounts = { batches: 0, records: 0, uploads: 0, removed: 0 };
  /** Slips that were acknowledged, and whether their removal has begun. */
  readonly #slips = new Map<string, { readonly takenAt: number; removing: boolean }>();
  readonly #contents = new Map<string, string>();
  readonly #signal: AbortSignal;
  #master: readonly string[] | undefined;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** Runs until it is stopped. Rejects at the first difference. */
  async run(buyer: SoakCaller, seller: SoakCaller): Promise<void> {
    await Promise.all([
      this.#repeat(() => this.#compareMaster(buyer)),
      this.#repeat((round) => this.#upload(buyer, round)),
      this.#repeat(() => this.#compareSlips('buyer', buyer)),
      this.#repeat(() => this.#compareSlips('seller', seller)),
    ]);
  }

  /** Returns the slips that will be removed now. After this call, answers may leave out these slips. */
  removable(takenBefore: number): readonly string[] {
    const old = [...this.#slips].filter(([, { takenAt }]) => takenAt < takenBefore);
    for (const [, slip] of old) slip.removing = true;
    return old.map(([tradeId]) => tradeId);
  }

  /** Notes that the slips have been removed. After this call, no answer may contain the removed slips. */
  noteRemoved(tradeIds: readonly string[]): void {
    for (const tradeId of tradeIds) {
      this.#slips.delete(tradeId);
      for (const side of ['buyer', 'seller']) this.#contents.delete(`${side} ${tradeId}`);
    }
    this.counts.removed += tradeIds.length;
  }

  async #repeat(work: (round: number) => Promise<void>): Promise<void> {
    for (let round = 0; !this.#signal.aborted; round++) {
      await work(round);
      await sleep(pauseMs);
    }
  }

  async #compareMaster(caller: SoakCaller): Promise<void> {
    const rows = await caller.records<MasterRow>(paths.master, {}, 'master');
    const texts = rows.map(({ seq: _, create_date: __, batch_id: ___, ...record }) => JSON.stringify(record));
    this.#master ??= texts;
    const other = texts.find((text, position) => text !== this.#master?.[position]);
    if (other !== undefined || texts.length !== this.#master.length) {
      throw new Error(`A batch of the order master has other records: ${texts.length}, ${other}`);
    }
    this.#count(rows.length);
  }

  async #upload(caller: SoakCaller, round: number): Promise<void> {
    const order_list = Array.from({ length: ordersPerUpload }, (_, position) => order(round, position));
    const rows = await caller.records<UploadRow>(paths.upload, { order_list }, 'result_list', `upload-${round}`);
    if (rows.length !== ordersPerUpload) throw new Error(`${rows.length} of ${ordersPerUpload} orders have results`);
    const wrong = rows.find(({ error_list, trade_id }) => error_list.length > 0 || trade_id === '');
    if (wrong !== undefined) throw new Error(`An order was refused: ${JSON.stringify(wrong)}`);
    for (const { trade_id } of rows) this.#slips.set(trade_id, { takenAt: performance.now(), removing: false });
    if (new Set(rows.map(({ trade_id }) => trade_id)).size !== rows.length) throw new Error('Two orders have one slip');
    this.counts.uploads++;
    this.#count(rows.length);
  }

  async #compareSlips(side: string, caller: SoakCaller): Promise<void> {
    const expected = [...this.#slips].filter(([, { removing }]) => !removing).map(([tradeId]) => tradeId);
    const rows = await caller.records<SlipRow>(paths.trade, { ...wholeTime, status_code: ['40'] }, 'trade');
    const seen = new Set(rows.map(({ trade_id }) => trade_id));
    if (seen.size !== rows.length) throw new Error(`The ${side} sees a slip twice`);
    // If a removal has begun since the call was sent, the answer may lack some of the expected slips.
    const missing = expected.filter((tradeId) => !seen.has(tradeId) && this.#slips.get(tradeId)?.removing === false);
    if (missing.length > 0) throw new Error(`The ${side} does not see ${missing.join(', ')}`);
    for (const { trade_id, detail_list } of rows) this.#compareSlip(`${side} ${trade_id}`, detail_list);
    this.#count(rows.length);
  }

  #compareSlip(key: string, lines: readonly object[]): void {
    const content = createHash('sha256').update(JSON.stringify(lines)).digest('base64');
    if (lines.length !== linesPerOrder) throw new Error(`${key} has ${lines.length} lines`);
    if ((this.#contents.get(key) ?? content) !== content) throw new Error(`${key} has changed`);
    this.#contents.set(key, content);
  }

  #count(records: number): void {
    this.counts.batches++;
    this.counts.records += records;
  }
}

function order(round: number, position: number) {
  return anOrder(`soak-${round}-${position}`, {
    member_code_partner: orderMembers.seller,
    detail_list: Array.from({ length: linesPerOrder }, (_, n) =>
      aLine({ line_no: String(n + 1), catalog_id: catalogId(1 + ((round + position + n) % 20)) }),
    ),
  });
}
