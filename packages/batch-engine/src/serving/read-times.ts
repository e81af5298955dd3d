import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../batch/clock.js';
import type { BatchStore, Reading } from '../storage/batch-store.js';
import { joinReadings } from '../storage/join-readings.js';

/**
 * The delay with which reads are written to the database. If the process is killed, the reads that are not written yet
 * are lost.
 */
const writtenEveryMs = 30_000;
/**
 * The maximum number of batches whose last read is kept in memory, and the maximum number of readings in memory. If
 * there are more, the oldest is dropped.
 */
const waitingAtMost = 5_000;
/** If the database does not answer, the end of the process must not be delayed. */
const closedWithinMs = 2_000;

/** The caller of a read, and the numbers of the records that it read. */
export interface ReadNote {
  readonly clientId: string;
  readonly userId?: string;
  readonly seqFrom: number;
  readonly seqTo: number;
}

/**
 * The times of the last reads of batches, and who read which records. A get call stores these facts only in memory.
 * Later, a few statements write the reads of several seconds, so that no get call waits for a write.
 */
export class ReadTimes {
  readonly #batches: Pick<BatchStore, 'noteReads' | 'noteReadings'>;
  readonly #clock: Clock;
  /** The read times in chronological order. */
  readonly #times = new Map<number, number>();
  /** The readings by batch, client and user, in the order of the last reads. */
  #readings = new Map<string, Reading>();
  #timer: NodeJS.Timeout | undefined;

  constructor(batches: Pick<BatchStore, 'noteReads' | 'noteReadings'>, clock: Clock) {
    this.#batches = batches;
    this.#clock = clock;
  }

  /**
   * Stores the current time as the time of the batch's last read. If the call sends records, also stores who reads
   * them.
   */
  note(id: number, read?: ReadNote): void {
    const now = this.#clock.now();
    this.#times.delete(id);
    this.#times.set(id, now);
    if (this.#times.size > waitingAtMost) this.#times.delete(this.#times.keys().next().value!);
    if (read !== undefined) {
      const { clientId, userId = '', seqFrom, seqTo } = read;
      this.#add({ batchId: id, clientId, userId, firstAt: now, lastAt: now, seqFrom, seqTo, reads: 1 });
    }
    this.#writeLater();
  }

  /** Returns the later of two times: the stored time of the last read, and the time that is still in memory. */
  latest({ id, lastReadAt }: { readonly id: number; readonly lastReadAt: number | undefined }): number | undefined {
    const waiting = this.#times.get(id);
    return waiting === undefined || (lastReadAt ?? 0) > waiting ? lastReadAt : waiting;
  }

  /** Joins the stored readings of a batch with the readings that are still in memory. The last reading comes first. */
  withWaiting(id: number, stored: readonly Reading[]): readonly Reading[] {
    const joined = new Map(stored.map((reading) => [keyOf(reading), reading]));
    for (const [key, reading] of this.#readings) {
      if (reading.batchId !== id) continue;
      const known = joined.get(key);
      joined.set(key, known === undefined ? reading : joinReadings(known, reading));
    }
    return [...joined.values()].toSorted((one, other) => other.lastAt - one.lastAt);
  }

  /** Writes the reads that are in memory, if that is possible within seconds. */
  async close(): Promise<void> {
    await Promise.race([this.#write(), sleep(closedWithinMs, undefined, { ref: false })]);
    clearTimeout(this.#timer);
  }

  #add(reading: Reading): void {
    const key = keyOf(reading);
    const known = this.#readings.get(key);
    this.#readings.delete(key);
    this.#readings.set(key, known === undefined ? reading : joinReadings(known, reading));
    if (this.#readings.size > waitingAtMost) this.#readings.delete(this.#readings.keys().next().value!);
  }

  /** Reads that cannot be written now are written the next time. */
  async #write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const reads = [...this.#times].map(([id, at]) => ({ id, at }));
    if (reads.length === 0) return;
    try {
      await this.#batches.noteReads(reads);
      await this.#writeReadings();
      for (const { id, at } of reads) if (this.#times.get(id) === at) this.#times.delete(id);
    } catch {
      this.#writeLater();
    }
  }

  async #writeReadings(): Promise<void> {
    const writing = this.#readings;
    if (writing.size === 0) return;
    this.#readings = new Map();
    try {
      await this.#batches.noteReadings([...writing.values()]);
    } catch (error) {
      for (const reading of writing.values()) this.#add(reading);
      throw error;
    }
  }

  #writeLater(): void {
    this.#timer ??= setTimeout(() => void this.#write(), writtenEveryMs).unref();
  }
}

function keyOf({ batchId, clientId, userId }: Pick<Reading, 'batchId' | 'clientId' | 'userId'>): string {
  return `${batchId} ${clientId} ${userId}`;
}
