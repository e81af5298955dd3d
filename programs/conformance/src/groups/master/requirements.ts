import { filterRequirement } from '../../checks/filters.js';
import type { Requirement } from '../../requirement/requirement.js';
import { batchRequirements } from './batches.js';
import { contentRequirements } from './contents.js';
import { allVisible, allVisibleByCode, divisionFilters, memberFilters, ownFilters } from './filters.js';
import { keyOf, ownMaster } from './master.js';
import { recordRequirements } from './records.js';
import { refusalRequirements } from './refusals.js';
import { visibilityRequirements } from './visibility.js';

/** The master download of all members that `head` of the kit's own market sees. */
export const visibleMaster = { name: 'master', whole: () => allVisible, keyOf } as const;
export const visibleByCode = { name: 'master', whole: () => allVisibleByCode, keyOf } as const;

export const masterRequirements: readonly Requirement[] = [
  ...recordRequirements,
  ...contentRequirements,
  ...ownFilters.map((filter) => filterRequirement(ownMaster, filter)),
  ...memberFilters.map((filter) => filterRequirement(visibleMaster, filter)),
  ...divisionFilters.map((filter) => filterRequirement(visibleByCode, filter)),
  ...visibilityRequirements,
  ...refusalRequirements,
  ...batchRequirements,
];
