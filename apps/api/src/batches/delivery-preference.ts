import { readPreferences } from './preferences.js';

/** How the reference describes the preference. */
export const preferences = {
  Prefer: 'delivery=acknowledged: records count as downloaded only once they are acknowledged (Preference-Applied)',
};

/** What an answer says to a caller that has the preference. */
export const preferenceApplied = { 'Preference-Applied': 'delivery=acknowledged' };

/** Whether a caller prefers to acknowledge what it holds (`Prefer: delivery=acknowledged`). */
export function prefersToAcknowledge(prefer: string | readonly string[] | undefined): boolean {
  return prefer !== undefined && readPreferences(prefer).get('delivery')?.toLowerCase() === 'acknowledged';
}
