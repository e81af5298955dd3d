import type { Reading } from './batch-store.js';

/** Joins two readings of the same batch by the same client and user. */
export function joinReadings(one: Reading, other: Reading): Reading {
  return {
    ...one,
    firstAt: Math.min(one.firstAt, other.firstAt),
    lastAt: Math.max(one.lastAt, other.lastAt),
    seqFrom: Math.min(one.seqFrom, other.seqFrom),
    seqTo: Math.max(one.seqTo, other.seqTo),
    reads: one.reads + other.reads,
  };
}
