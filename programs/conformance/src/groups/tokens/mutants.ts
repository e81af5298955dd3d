import type { Mutant } from '../../mutants/mutant.js';
import { codeMutants } from './mutants-of-codes.js';
import { deviceMutants } from './mutants-of-devices.js';
import { recordMutants } from './mutants-of-records.js';
import { reissueMutants } from './mutants-of-reissue.js';
import { serviceAccountMutants } from './mutants-of-service-accounts.js';
import { standardEndpointMutants } from './mutants-of-standard-endpoints.js';

export const tokensMutants: readonly Mutant[] = [
  ...recordMutants,
  ...codeMutants,
  ...reissueMutants,
  ...standardEndpointMutants,
  ...serviceAccountMutants,
  ...deviceMutants,
];
