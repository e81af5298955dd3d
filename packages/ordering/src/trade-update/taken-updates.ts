import type { UpdateResult } from '@trading-platform/domain-types';
import { type PlacesOfElements, takenResults } from '../slip-input/taken-results.js';
import type { SlipUpdate } from './slip-update.js';
import type { TradeUpdateStore } from './trade-update-store.js';
import { updateDigest } from './update-digest.js';
import { updateResult } from './update-outcome.js';

/**
 * Returns the results of the updates of a request that were made, even if its batch failed. The `seq` of each result is the number
 * of its update in the request (Spec 4.11).
 */
export function takenUpdates(
  store: TradeUpdateStore,
  callerMemberCode: string,
  input: Uint8Array,
  places: PlacesOfElements,
): Promise<readonly UpdateResult[]> {
  return takenResults(input, places, {
    numberOf: ({ update_no }: SlipUpdate) => update_no,
    digestOf: updateDigest,
    find: (updateNos) => store.findUpdateNos(callerMemberCode, updateNos),
    resultOf: (update, { updated }) => updateResult(update, { updated }),
  });
}
