import { refusal } from '../../checks/refusals.js';
import type { Requirement } from '../../requirement/requirement.js';
import { contentRequirements } from './contents.js';
import { findRequirements } from './find.js';
import { listCalls } from './lists.js';
import { onePartnerRequirements } from './one-partner.js';
import { commonRefusals, ownRefusals } from './refusals.js';
import { shapeRequirements } from './shape.js';

export const listsRequirements: readonly Requirement[] = [
  ...listCalls.flatMap((call) => [...shapeRequirements(call), ...commonRefusals(call).map(refusal)]),
  ...contentRequirements,
  ...onePartnerRequirements,
  ...ownRefusals.map(refusal),
  ...findRequirements,
];
