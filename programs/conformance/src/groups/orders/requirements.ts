import type { Requirement } from '../../requirement/requirement.js';
import { generationRequirements } from './generation.js';
import { judgedRequirements } from './judged.js';
import { refusalRequirements } from './refusals.js';
import { takenRequirements, uploadRequirements } from './taken.js';

export const ordersRequirements: readonly Requirement[] = [
  ...refusalRequirements,
  ...judgedRequirements,
  ...takenRequirements,
  ...uploadRequirements,
  ...generationRequirements,
];
