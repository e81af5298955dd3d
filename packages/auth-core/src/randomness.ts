import { randomBytes, randomUUID } from 'node:crypto';

/** Unguessable values. An adapter must draw from a cryptographic source. */
export interface Randomness {
  bytes(length: number): Buffer;
  uuid(): string;
}

export const systemRandomness: Randomness = { bytes: randomBytes, uuid: () => randomUUID() };
