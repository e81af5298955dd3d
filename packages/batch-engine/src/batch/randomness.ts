import { randomUUID } from 'node:crypto';

/** Port: chance. */
export interface Randomness {
  /** A unique name. */
  uuid(): string;
  /** At least 0, below 1. */
  fraction(): number;
}

/** Chance and ids of the operating system. */
export const systemRandomness: Randomness = { uuid: () => randomUUID(), fraction: () => Math.random() };
