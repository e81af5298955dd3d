import {
  type SlipAction,
  type SlipSide,
  transitionOf,
  type UpdateField,
  type UpdateLineField,
  updateSlip,
} from '@trading-platform/domain-types';
import { type DescribedField, describedRecord } from '@trading-platform/domain-types/meanings';
import type { FieldDescription, SlipActionForm } from '../../../wire/index.js';
import { fieldDescription } from '../../platform/field-descriptions.js';

const described = describedRecord(updateSlip).fields;
const lineList = 'detail_list' satisfies UpdateField;

/** The fields by which an update names a line or its product. The page names a line by the first of them. */
const namesOfLine: ReadonlySet<string> = new Set<UpdateLineField>([
  'trade_prod_id',
  'line_no',
  'catalog_id',
  'private_item_code',
]);

/** An action that takes the product of a line can add lines. */
const productOfLine = 'catalog_id' satisfies UpdateLineField;

/**
 * Returns the fields that an action takes from a side, by the table of transitions. If the side cannot make the action,
 * there are no fields.
 */
export function actionForm(action: SlipAction, side: SlipSide): SlipActionForm {
  const { takes = {}, lines } = transitionOf(action, side) ?? {};
  const fields = described.flatMap((field) => {
    const use = takes[field.name as UpdateField];
    return use === undefined || field.name === lineList ? [] : [inputOf(field, use)];
  });
  if (lines === undefined) return { action, fields };
  const ofLine = described.find(({ name }) => name === lineList)?.of?.fields ?? [];
  const product = ofLine.find(({ name }) => name === productOfLine);
  return {
    action,
    fields,
    lines: ofLine.flatMap((field) => {
      const use = lines[field.name as UpdateLineField];
      return use === undefined || namesOfLine.has(field.name) ? [] : [inputOf(field, use)];
    }),
    ...(lines[productOfLine] === undefined || product === undefined ? {} : { product: inputOf(product, 'needed') }),
  };
}

/** The explanation of a field is about all actions, so it is left out here. */
function inputOf(field: DescribedField, use: 'needed' | 'optional'): FieldDescription {
  const { sentence: _, ...input } = fieldDescription(field, false);
  return { ...input, isRequired: use === 'needed' };
}
