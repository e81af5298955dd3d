import { BodyRefused } from './body-refused.js';

const megabyte = 1024 * 1024;
/** Bodies up to this size are not counted: their connections cost more memory. */
const uncountedBytes = 1_024;
/** All bodies above this size share only a part of the memory. The rest is for smaller bodies. */
const smallBytes = 64 * 1024;
const forLarge = 3 / 4;
const forOneCaller = 1 / 4;

/** The memory of one body while it arrives and is judged. */
export interface BodyPortion {
  /** Enlarges the portion to this total number of bytes. @throws BodyRefused `no-room` */
  grow(bytes: number): void;
  free(): void;
}

/** The memory for all bodies that this process is reading. A single caller never gets all of it. */
export class BodyMemory {
  readonly #bytes: number;
  readonly #ofCallers = new Map<string, number>();
  #taken = 0;

  constructor(megabytes: number) {
    this.#bytes = megabytes * megabyte;
  }

  get takenBytes(): number {
    return this.#taken;
  }

  portion(caller: string): BodyPortion {
    let held = 0;
    return {
      grow: (bytes) => {
        if (bytes <= uncountedBytes || bytes <= held) return;
        this.#take(caller, bytes - held, bytes > smallBytes);
        held = bytes;
      },
      free: () => {
        this.#give(caller, held);
        held = 0;
      },
    };
  }

  #take(caller: string, bytes: number, large: boolean): void {
    const ofCaller = (this.#ofCallers.get(caller) ?? 0) + bytes;
    const room = large ? this.#bytes * forLarge : this.#bytes;
    if (this.#taken + bytes > room || ofCaller > this.#bytes * forOneCaller) throw new BodyRefused('no-room');
    this.#taken += bytes;
    this.#ofCallers.set(caller, ofCaller);
  }

  #give(caller: string, bytes: number): void {
    if (bytes === 0) return;
    this.#taken -= bytes;
    const left = (this.#ofCallers.get(caller) ?? 0) - bytes;
    if (left > 0) this.#ofCallers.set(caller, left);
    else this.#ofCallers.delete(caller);
  }
}
