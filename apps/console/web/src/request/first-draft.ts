import { formatTokyoDate } from '@trading-platform/domain-types';
import type { DownloadName } from '../../../wire/index.js';
import type { Draft } from './request-draft.js';

const dayMs = 24 * 60 * 60 * 1_000;

/**
 * Returns the first values of a form, if useful values can be guessed. For slips, the values select the slips that
 * changed in the last week.
 */
export function firstDraft(name: DownloadName, now: number): Draft {
  if (name !== 'trade') return {};
  return {
    target_date_set: '0',
    target_date_from: formatTokyoDate(now - 6 * dayMs),
    target_date_to: formatTokyoDate(now),
  };
}
