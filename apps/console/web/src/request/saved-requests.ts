import { addDays, isDate } from '@trading-platform/domain-types';
import type { FieldDescription } from '../../../wire/index.js';
import type { Criteria, Draft } from './request-draft.js';

/**
 * A request that the user has kept in this browser under a name. It contains the filters of the request, and no secret.
 */
export interface SavedRequest {
  readonly id: string;
  readonly name: string;
  /** The download. A newer release may not know it. */
  readonly download: string;
  readonly criteria: Criteria;
  /**
   * The day (`yyyy-MM-dd`, Japan time) on which the request was kept. Absent if the dates of the request are not
   * relative to today.
   */
  readonly movesFrom?: string;
}

export const savedAtMost = 30;
export const nameLength = 40;
/** The maximum length of all kept requests as JSON text. Browsers keep about 5 million characters for each address. */
const textLength = 500_000;

/** Returns the key under which a browser keeps the requests of one user for one member. */
export function savedKey({ username, memberCode }: { readonly username: string; readonly memberCode: string }): string {
  return `console-requests ${memberCode} ${username}`;
}

/** Reads kept requests. Leaves out values that are not requests. */
export function readSaved(text: string | null): readonly SavedRequest[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(kept) ? kept.filter(isSaved).slice(0, savedAtMost) : [];
  } catch {
    return [];
  }
}

/**
 * Returns the text in which the requests are kept. Returns undefined if there are too many requests, or if they are too
 * long.
 */
export function writeSaved(saved: readonly SavedRequest[]): string | undefined {
  const text = JSON.stringify(saved);
  return saved.length > savedAtMost || text.length > textLength ? undefined : text;
}

function isSaved(value: unknown): value is SavedRequest {
  const { id, name, download, criteria, movesFrom } = (value ?? {}) as Partial<Record<keyof SavedRequest, unknown>>;
  return (
    [id, name, download].every((text) => typeof text === 'string' && text !== '') &&
    typeof criteria === 'object' &&
    criteria !== null &&
    Object.values(criteria).every(isEntered) &&
    (movesFrom === undefined || (typeof movesFrom === 'string' && isDate(movesFrom)))
  );
}

function isEntered(value: unknown): value is Draft[string] {
  return typeof value === 'string' || (Array.isArray(value) && value.every((code) => typeof code === 'string'));
}

/** The values of a kept request for a form, and the names of the filters that the form does not have. */
export interface RestoredRequest {
  readonly draft: Draft;
  readonly unknown: readonly string[];
}

/**
 * Restores a kept request.
 *
 * @param today `yyyy-MM-dd`, Japan time
 */
export function restore(
  { criteria, movesFrom }: SavedRequest,
  fields: readonly FieldDescription[],
  today: string,
): RestoredRequest {
  const days = movesFrom === undefined ? 0 : daysBetween(movesFrom, today);
  const known = new Map(fields.map((field) => [field.name, field]));
  const entries = Object.entries(criteria).flatMap(([name, value]) => {
    const field = known.get(name);
    return field === undefined ? [] : [[name, moved(field, value, days)] as const];
  });
  return {
    draft: Object.fromEntries(entries),
    unknown: Object.keys(criteria).filter((name) => !known.has(name)),
  };
}

/** Whether a request has dates that can be relative to today. */
export function hasDays(fields: readonly FieldDescription[], criteria: Criteria): boolean {
  return fields.some(({ name, kind }) => kind !== undefined && typeof criteria[name] === 'string');
}

function moved({ kind }: FieldDescription, value: Draft[string], days: number): Draft[string] {
  if (kind === undefined || typeof value !== 'string' || days === 0) return value;
  const [day, time] = [value.slice(0, 10), value.slice(10)];
  return isDate(day) ? addDays(day, days) + time : value;
}

const dayMs = 24 * 60 * 60 * 1_000;

function daysBetween(first: string, last: string): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / dayMs);
}
