import { refusalMutants } from '../../checks/refusals.js';
import { batchFunctions, stepPath } from '../../contract/batch-functions.js';
import { alter, emptied, oneMore, put, reversed } from '../../mutants/bodies.js';
import { fieldRows } from '../../mutants/fields.js';
import type { Mutant } from '../../mutants/mutant.js';
import { onApi } from '../../mutants/table.js';
import { refusedUpdates } from './refused-updates.js';

const results = 'result_list';
const judged = 'ORD-152 ORD-154 ORD-155 ORD-156';

/** Mutants with wrong answers about updates of slips. */
export const updateMutants: readonly Mutant[] = [
  ...refusalMutants(refusedUpdates),
  ...onApi(stepPath('update', 'get'), [
    ...batchFunctions.update.shapes.flatMap(fieldRows),
    ['outcomes of updates in another order', 'ORD-151', reversed(results)],
    ['outcomes of updates numbered from 0', 'ORD-151', alter(results, 'seq', (_, index) => String(index))],
    ['updates have no outcomes', `ORD-151 ORD-153 ${judged}`, emptied(results)],
    ['every update is made', 'ORD-152', put(results, 'result', '0')],
    ['every update is refused', 'ORD-152', put(results, 'result', '1')],
    ['an update without its errors', judged, put(results, 'error_list', [])],
    ['an update with another code', judged, put(`${results}.error_list`, 'error_code', 'E000018')],
    ['an update whose errors name no field', judged, put(`${results}.error_list`, 'error_item', '')],
    ['an update with another status', 'ORD-152 ORD-156', put(results, 'status_code', '60')],
    ['an update with another version', 'ORD-153', alter(results, 'version', oneMore)],
  ]),
];
