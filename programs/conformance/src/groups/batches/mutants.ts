import type { Mutant } from '../../mutants/mutant.js';
import { ownBatchMutants } from './mutants-of-own-batches.js';
import { preferenceMutants } from './mutants-of-preferences.js';
import { stepMutants } from './mutants-of-steps.js';

export const batchesMutants: readonly Mutant[] = [...stepMutants, ...preferenceMutants, ...ownBatchMutants];
