import { getRequirement, recordRequirements } from '../../checks/download-records.js';
import { filterRequirement } from '../../checks/filters.js';
import type { Requirement } from '../../requirement/requirement.js';
import { changeRequirements } from './changes.js';
import { contentRequirements } from './contents.js';
import { shownFilters, storedFilters } from './filters.js';
import { markRequirements } from './marks.js';
import { oneSlipRequirements } from './one-slip.js';
import { periodRequirements } from './periods.js';
import { refusals } from './refusals.js';
import { allSlips, judgedSlips } from './trade.js';

export const tradeRequirements: readonly Requirement[] = [
  ...recordRequirements(judgedSlips),
  getRequirement(judgedSlips),
  ...contentRequirements,
  ...shownFilters.map((filter) => filterRequirement(allSlips, filter)),
  ...storedFilters.map((filter) => filterRequirement(allSlips, filter)),
  ...periodRequirements,
  ...refusals,
  ...oneSlipRequirements,
  // These requirements create slips and also compare all slips, so they run alone.
  ...[...markRequirements, ...changeRequirements].map((requirement) => ({ ...requirement, alone: true as const })),
];
