import { refusal } from '../../checks/refusals.js';
import type { Requirement } from '../../requirement/requirement.js';
import { generationRequirements } from './generation.js';
import { judgedRequirements } from './judged.js';
import { refusals } from './refusals.js';
import { refusedUpdates } from './refused-updates.js';
import { takenRequirements, uploadRequirements } from './taken.js';
import { updateRequirements } from './updates.js';

export const ordersRequirements: readonly Requirement[] = [
  ...refusals,
  ...judgedRequirements,
  ...takenRequirements,
  ...uploadRequirements,
  ...generationRequirements,
  ...refusedUpdates.map(refusal),
  ...updateRequirements,
];
