import { randomBytes, randomUUID } from 'node:crypto';

/** A source of values that cannot be guessed. An adapter must use a cryptographic random source. */
export abstract class Randomness {
  abstract bytes(length: number): Buffer;
  abstract uuid(): string;
}

/** Random bytes and ids from the operating system. */
export const systemRandomness: Randomness = { bytes: randomBytes, uuid: () => randomUUID() };
