import { parseTokyoDateTime } from '@trading-platform/domain-types';
import type { Instant } from '../../../wire/index.js';

/** Reads a time of the platform (`yyyy-MM-dd HH:mm:ss`, Japan time). */
export function instantOf(text: string): Instant {
  return parseTokyoDateTime(text)?.getTime() ?? 0;
}
