import type { Schema } from '@trading-platform/database';
import { CreateMembers1763700301000 } from './migrations/1763700301000-create-members.js';
import { CreateProducts1763700302000 } from './migrations/1763700302000-create-products.js';
import { CreateSlips1763700303000 } from './migrations/1763700303000-create-slips.js';
import { CreateSettings1763700304000 } from './migrations/1763700304000-create-settings.js';
import { CreateFcPrices1763700305000 } from './migrations/1763700305000-create-fc-prices.js';
import { TellClientsApart1763700312000 } from './migrations/1763700312000-tell-clients-apart.js';
import { FindWhatNamesMembers1763700313000 } from './migrations/1763700313000-find-what-names-members.js';

/** In order; the same classes serve both databases. */
const migrations = [
  CreateMembers1763700301000,
  CreateProducts1763700302000,
  CreateSlips1763700303000,
  CreateSettings1763700304000,
  CreateFcPrices1763700305000,
  TellClientsApart1763700312000,
  FindWhatNamesMembers1763700313000,
];

/** The tables of this package. */
export const orderingSchema = { entities: [], migrations } satisfies Schema;
