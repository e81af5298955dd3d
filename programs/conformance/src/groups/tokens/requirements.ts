import type { Requirement } from '../../requirement/requirement.js';
import { accessTokenRequirements } from './access-token.js';
import { codeRequirements } from './code.js';
import { credentialsRequirements } from './credentials.js';
import { deviceRequirements } from './devices.js';
import { refusals } from './refusals.js';
import { reissueRequirements } from './reissue.js';
import { serviceAccountRequirements } from './service-accounts.js';
import { standardEndpointRequirements } from './standard-endpoints.js';

export const tokensRequirements: readonly Requirement[] = [
  ...credentialsRequirements,
  ...refusals,
  ...codeRequirements,
  ...reissueRequirements,
  ...accessTokenRequirements,
  ...standardEndpointRequirements,
  ...serviceAccountRequirements,
  ...deviceRequirements,
];
