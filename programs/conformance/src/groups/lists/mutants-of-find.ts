import { emptied, put } from '../../mutants/bodies.js';
import { changePath } from '../../mutants/calls.js';
import { accepted, whenStatus } from '../../mutants/edits.js';
import { fieldRows } from '../../mutants/fields.js';
import type { Mutant } from '../../mutants/mutant.js';
import { beforeApi, onApi } from '../../mutants/table.js';
import { findPath, findShapes } from './find.js';

const nothing = {
  slip_list: [],
  order_list: [],
  batch_list: [],
  product_list: [],
  partner_list: [],
  complete_flg: '1',
};

/** Mutants with wrong answers of the search. */
export const findMutants: readonly Mutant[] = [
  ...onApi(findPath, [
    ...findShapes.flatMap(fieldRows),
    ['no slip is found', 'LST-603 LST-604', emptied('slip_list')],
    ['no order is found', 'LST-603', emptied('order_list')],
    ['no product is found', 'LST-605', emptied('product_list')],
    ['no partner is found', 'LST-606', emptied('partner_list')],
    ['no batch is found', 'LST-607', emptied('batch_list')],
    ['all members find the same batch', 'LST-608', put('', 'batch_list', [{ batch_id: '1' }])],
    ['a call without a text finds nothing', 'LST-609', whenStatus(400, accepted(nothing))],
  ]),
  ...beforeApi(findPath, [
    ['the text is cut', 'LST-603', changePath(/text=(.{3}).*/, 'text=$1')],
    ['upper and lower case are distinguished', 'LST-605', changePath(/text=([a-z].*)/, 'text=x$1')],
  ]),
];
