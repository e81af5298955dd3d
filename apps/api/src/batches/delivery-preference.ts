import type { DescribedValues } from '../reference/value-description.js';
import { readPreferences } from './preferences.js';

/** How the reference describes the preference. */
export const preferences: DescribedValues = {
  Prefer: {
    meaning: 'With delivery=acknowledged, records count as downloaded only once they are acknowledged',
    ja: '処理の希望（受領確認）',
    schema: { type: 'string' },
    example: 'delivery=acknowledged',
  },
};

/** The header that confirms a preference to the caller. */
export const preferenceApplied = { 'Preference-Applied': 'delivery=acknowledged' };

/** Whether a caller wants to acknowledge records itself (`Prefer: delivery=acknowledged`). */
export function prefersToAcknowledge(prefer: string | readonly string[] | undefined): boolean {
  return prefer !== undefined && readPreferences(prefer).get('delivery')?.toLowerCase() === 'acknowledged';
}
