import type { RetentionSettings } from '@trading-platform/batch-engine';
import type { Env } from '../env.js';

const hourMs = 3_600_000;

/** How long batches are kept, as the engine counts it. */
export function retentionOf(env: Env): RetentionSettings {
  return {
    retentionMs: env.batchRetentionHours * hourMs,
    retentionAfterUseMs: env.batchRetentionAfterUseHours * hourMs,
    retentionAtMostMs: env.batchRetentionAtMostHours * hourMs,
  };
}
