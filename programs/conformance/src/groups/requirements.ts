import type { GroupName } from '../requirement/groups.js';
import type { Requirement } from '../requirement/requirement.js';
import { authorizationRequirements } from './authorization/requirements.js';
import { batchesRequirements } from './batches/requirements.js';
import { deliveryRequirements } from './delivery/requirements.js';
import { envelopeRequirements } from './envelope/requirements.js';
import { eventsRequirements } from './events/requirements.js';
import { fcPriceRequirements } from './fc-price/requirements.js';
import { listsRequirements } from './lists/requirements.js';
import { masterRequirements } from './master/requirements.js';
import { ordersRequirements } from './orders/requirements.js';
import { rightsRequirements } from './rights/requirements.js';
import { securityRequirements } from './security/requirements.js';
import { settingsRequirements } from './settings/requirements.js';
import { tokensRequirements } from './tokens/requirements.js';
import { tradeRequirements } from './trade/requirements.js';

/** All requirements, by group. */
export const requirementsOf: Readonly<Record<GroupName, readonly Requirement[]>> = {
  authorization: authorizationRequirements,
  tokens: tokensRequirements,
  rights: rightsRequirements,
  envelope: envelopeRequirements,
  batches: batchesRequirements,
  master: masterRequirements,
  trade: tradeRequirements,
  settings: settingsRequirements,
  delivery: deliveryRequirements,
  'fc-price': fcPriceRequirements,
  orders: ordersRequirements,
  lists: listsRequirements,
  events: eventsRequirements,
  security: securityRequirements,
};
