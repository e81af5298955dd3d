import { addDays, formatTokyoDate } from '@trading-platform/domain-types';
import type { ConsoleBatch, OverviewAnswer, OverviewDay, OverviewGroup, OverviewPoint } from '../../../wire/index.js';
import { median } from '../../platform/estimated-end.js';

const pointsAtMost = 1_000;
const failuresAtMost = 50;
/**
 * The minimum number of days in the overview. Fewer days are shown only if the member has more batches than the console
 * counts.
 */
const daysAtLeast = 14;

/** The data from which the overview is computed, besides the batches. */
export interface SummaryTerms {
  readonly countedAtMost: number;
  readonly isPartial: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** @param batches newest first */
export function summarize(
  batches: readonly ConsoleBatch[],
  { countedAtMost, isPartial, now }: SummaryTerms,
): OverviewAnswer {
  const since = batches.at(-1)?.requestedAt;
  return {
    at: now,
    ...(since === undefined ? {} : { since }),
    isPartial,
    countedAtMost,
    groups: groupsOf(batches),
    days: since === undefined ? [] : daysOf(batches, firstDay(since, now, isPartial), now),
    points: batches.flatMap(pointOf).slice(0, pointsAtMost),
    failures: batches.filter((batch) => batch.state === 'failed' || batch.refusedCount > 0).slice(0, failuresAtMost),
  };
}

function groupsOf(batches: readonly ConsoleBatch[]): readonly OverviewGroup[] {
  const groups = Map.groupBy(
    batches,
    ({ functionName, state, refusedCount }) => `${functionName} ${state} ${refusedCount > 0}`,
  );
  return [...groups.values()].map((group) => {
    const { functionName, state } = group[0]!;
    const runs = group.flatMap(({ runMs }) => runMs ?? []);
    const waits = group.flatMap(({ waitMs }) => waitMs ?? []);
    return {
      functionName,
      state,
      batches: group.length,
      records: sumOf(group, ({ recordCount }) => recordCount),
      refused: sumOf(group, ({ refusedCount }) => refusedCount),
      recordBytes: sumOf(group, ({ recordBytes }) => recordBytes),
      storedBytes: sumOf(group, ({ storedBytes }) => storedBytes),
      ...(runs.length === 0 ? {} : { medianRunMs: median(runs), longestRunMs: Math.max(...runs) }),
      ...(waits.length === 0 ? {} : { medianWaitMs: median(waits) }),
    };
  });
}

function firstDay(since: number, now: number, isPartial: boolean): string {
  const [oldest, wanted] = [formatTokyoDate(since), addDays(formatTokyoDate(now), 1 - daysAtLeast)];
  return isPartial || oldest < wanted ? oldest : wanted;
}

function daysOf(batches: readonly ConsoleBatch[], first: string, now: number): readonly OverviewDay[] {
  const byDay = Map.groupBy(batches, ({ requestedAt }) => formatTokyoDate(requestedAt));
  const days: OverviewDay[] = [];
  for (let day = first; day <= formatTokyoDate(now); day = addDays(day, 1)) {
    const ofDay = byDay.get(day) ?? [];
    days.push({
      day,
      batches: ofDay.length,
      records: sumOf(ofDay, ({ recordCount }) => recordCount),
      recordBytes: sumOf(ofDay, ({ recordBytes }) => recordBytes),
      failed: ofDay.filter(({ state }) => state === 'failed').length,
      withRefusals: ofDay.filter(({ refusedCount }) => refusedCount > 0).length,
    });
  }
  return days;
}

function pointOf(batch: ConsoleBatch): readonly OverviewPoint[] {
  const { batchId, functionName, state, recordCount: records, recordBytes, runMs, waitMs = 0 } = batch;
  return state === 'finished' && runMs !== undefined
    ? [{ batchId, functionName, records, recordBytes, runMs, waitMs }]
    : [];
}

function sumOf(batches: readonly ConsoleBatch[], valueOf: (batch: ConsoleBatch) => number): number {
  return batches.reduce((sum, batch) => sum + valueOf(batch), 0);
}
