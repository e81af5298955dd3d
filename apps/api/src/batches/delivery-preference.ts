import type { DescribedValues } from '../reference/value-description.js';
import { readPreferences } from './preferences.js';

/** The preference for acknowledged delivery, as the reference describes it. */
export const preferences: DescribedValues = {
  Prefer: {
    meaning: 'With delivery=acknowledged, records count as downloaded only after they are acknowledged',
    ja: '処理の希望（受領確認）：delivery=acknowledgedの場合、受領確認するまでダウンロード済みにならない',
    schema: { type: 'string' },
    example: 'delivery=acknowledged',
  },
};

/** The header that tells the caller that it must acknowledge the records. */
export const preferenceApplied = { 'Preference-Applied': 'delivery=acknowledged' };

/** Whether the caller will acknowledge the records (`Prefer: delivery=acknowledged`). */
export function prefersToAcknowledge(prefer: string | readonly string[] | undefined): boolean {
  return prefer !== undefined && readPreferences(prefer).get('delivery')?.toLowerCase() === 'acknowledged';
}
