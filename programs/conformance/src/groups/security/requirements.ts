import type { Requirement } from '../../requirement/requirement.js';
import { crossOriginRequirements } from './cross-origin.js';
import { enumerationRequirements } from './enumeration.js';
import { tokenRequirements } from './presented-tokens.js';
import { storeRequirements } from './stores.js';

export const securityRequirements: readonly Requirement[] = [
  ...tokenRequirements,
  ...storeRequirements,
  ...crossOriginRequirements,
  ...enumerationRequirements,
];
