import { randomUUID } from 'node:crypto';

/** Port: the source of random numbers and unique ids. */
export interface Randomness {
  /** Returns a unique id. */
  uuid(): string;
  /** Returns a random number that is at least 0 and less than 1. */
  fraction(): number;
}

/** Random numbers and ids from the operating system. */
export const systemRandomness: Randomness = { uuid: () => randomUUID(), fraction: () => Math.random() };
