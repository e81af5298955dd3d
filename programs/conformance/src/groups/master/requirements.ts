import { getRequirement, recordRequirements } from '../../checks/download-records.js';
import { filterRequirement } from '../../checks/filters.js';
import type { Requirement } from '../../requirement/requirement.js';
import { batchRequirements } from './batches.js';
import { contentRequirements, ownProductsOnly } from './contents.js';
import { allVisible, allVisibleByCode, divisionFilters, memberFilters, ownFilters } from './filters.js';
import { judgedProducts, keyOf, ownMaster } from './master.js';
import { refusals } from './refusals.js';
import { visibilityRequirements } from './visibility.js';

/** The master download of all members that `head` can see in the kit's own market. */
export const visibleMaster = { name: 'master', whole: () => allVisible, keyOf } as const;
export const visibleByCode = { name: 'master', whole: () => allVisibleByCode, keyOf } as const;

export const masterRequirements: readonly Requirement[] = [
  ...recordRequirements(judgedProducts),
  ownProductsOnly,
  getRequirement(judgedProducts),
  ...contentRequirements,
  ...ownFilters.map((filter) => filterRequirement(ownMaster, filter)),
  ...memberFilters.map((filter) => filterRequirement(visibleMaster, filter)),
  ...divisionFilters.map((filter) => filterRequirement(visibleByCode, filter)),
  ...visibilityRequirements,
  ...refusals,
  ...batchRequirements,
];
