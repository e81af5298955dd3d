import { filterRequirement } from '../../checks/filters.js';
import type { Requirement } from '../../requirement/requirement.js';
import { changeRequirements } from './changes.js';
import { contentRequirements } from './contents.js';
import { shownFilters, storedFilters } from './filters.js';
import { markRequirements } from './marks.js';
import { periodRequirements } from './periods.js';
import { recordRequirements } from './records.js';
import { refusalRequirements } from './refusals.js';
import { allSlips } from './trade.js';

export const tradeRequirements: readonly Requirement[] = [
  ...recordRequirements,
  ...contentRequirements,
  ...shownFilters.map((filter) => filterRequirement(allSlips, filter)),
  ...storedFilters.map((filter) => filterRequirement(allSlips, filter)),
  ...periodRequirements,
  ...refusalRequirements,
  // They make slips, and compare all that there are.
  ...[...markRequirements, ...changeRequirements].map((requirement) => ({ ...requirement, alone: true as const })),
];
