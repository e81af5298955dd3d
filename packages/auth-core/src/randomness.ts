import { randomBytes, randomUUID } from 'node:crypto';

/** Unguessable values. An adapter must draw from a cryptographic source. */
export abstract class Randomness {
  abstract bytes(length: number): Buffer;
  abstract uuid(): string;
}

/** Random bytes and ids of the operating system. */
export const systemRandomness: Randomness = { bytes: randomBytes, uuid: () => randomUUID() };
