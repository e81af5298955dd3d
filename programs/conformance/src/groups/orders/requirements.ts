import type { Requirement } from '../../requirement/requirement.js';
import { generationRequirements } from './generation.js';
import { judgedRequirements } from './judged.js';
import { refusals } from './refusals.js';
import { takenRequirements, uploadRequirements } from './taken.js';

export const ordersRequirements: readonly Requirement[] = [
  ...refusals,
  ...judgedRequirements,
  ...takenRequirements,
  ...uploadRequirements,
  ...generationRequirements,
];
