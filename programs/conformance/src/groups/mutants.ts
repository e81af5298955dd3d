import type { Mutant } from '../mutants/mutant.js';
import type { GroupName } from '../requirement/groups.js';
import { authorizationMutants } from './authorization/mutants.js';
import { batchesMutants } from './batches/mutants.js';
import { deliveryMutants } from './delivery/mutants.js';
import { envelopeMutants } from './envelope/mutants.js';
import { eventsMutants } from './events/mutants.js';
import { fcPriceMutants } from './fc-price/mutants.js';
import { listsMutants } from './lists/mutants.js';
import { masterMutants } from './master/mutants.js';
import { ordersMutants } from './orders/mutants.js';
import { rightsMutants } from './rights/mutants.js';
import { securityMutants } from './security/mutants.js';
import { settingsMutants } from './settings/mutants.js';
import { tokensMutants } from './tokens/mutants.js';
import { tradeMutants } from './trade/mutants.js';

/** All mutants, by the group whose requirements must notice them. */
export const mutantsOf: Readonly<Record<GroupName, readonly Mutant[]>> = {
  authorization: authorizationMutants,
  tokens: tokensMutants,
  rights: rightsMutants,
  envelope: envelopeMutants,
  batches: batchesMutants,
  master: masterMutants,
  trade: tradeMutants,
  settings: settingsMutants,
  delivery: deliveryMutants,
  'fc-price': fcPriceMutants,
  orders: ordersMutants,
  lists: listsMutants,
  events: eventsMutants,
  security: securityMutants,
};
