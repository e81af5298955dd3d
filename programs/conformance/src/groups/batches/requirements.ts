import type { Requirement } from '../../requirement/requirement.js';
import { ownBatchRequirements } from './own-batches.js';
import { preferenceRequirements } from './preferences.js';
import { rangeRequirements } from './ranges.js';
import { stepRequirements } from './steps.js';

export const batchesRequirements: readonly Requirement[] = [
  ...stepRequirements,
  ...rangeRequirements,
  ...preferenceRequirements,
  ...ownBatchRequirements,
];
