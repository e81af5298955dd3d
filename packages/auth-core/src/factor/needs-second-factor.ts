import type { AuthSettings } from '../settings/auth-settings.js';
import type { User } from '../user/user.js';

/** The facts about a user that decide whether a second factor is required. */
export type FactorDemand = Pick<User, 'secondFactorRequired' | 'memberRequiresSecondFactor'>;

/** Whether a second factor is required, either by the operator (for this user or for all users) or by the member. */
export function needsSecondFactor(settings: Pick<AuthSettings, 'secondFactorRequired'>, user: FactorDemand): boolean {
  return settings.secondFactorRequired || user.secondFactorRequired || user.memberRequiresSecondFactor;
}
