import type { Requirement } from '../../requirement/requirement.js';
import { calculatedRequirements } from './calculated.js';
import { notCountedRequirements } from './not-counted-days.js';
import { refusals } from './refusals.js';
import { scenarioRequirements } from './scenarios.js';
import { shapeRequirements } from './shape.js';

export const deliveryRequirements: readonly Requirement[] = [
  ...shapeRequirements,
  ...calculatedRequirements,
  ...notCountedRequirements,
  ...refusals,
  ...scenarioRequirements,
];
