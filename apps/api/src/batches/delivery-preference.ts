import { readPreferences } from './preferences.js';

/** How the reference describes the preference. */
export const preferences = {
  Prefer: 'delivery=acknowledged: records count as downloaded only once they are acknowledged (Preference-Applied)',
};

/** The header that tells a caller that its preference is applied. */
export const preferenceApplied = { 'Preference-Applied': 'delivery=acknowledged' };

/** Whether a caller wants to acknowledge records itself (`Prefer: delivery=acknowledged`). */
export function prefersToAcknowledge(prefer: string | readonly string[] | undefined): boolean {
  return prefer !== undefined && readPreferences(prefer).get('delivery')?.toLowerCase() === 'acknowledged';
}
