import type { SlipAction, UpdateLineField, UpdateSlip } from '@trading-platform/domain-types';

/** A validated line of an update. Absent values are undefined (Spec 4.11). */
export type SlipUpdateLine = {
  readonly [Field in Exclude<UpdateLineField, 'prod_lot_qty'>]?: string;
} & { readonly prod_lot_qty: string };

/** The validated update of one slip. Codes are texts, and absent values are undefined (Spec 4.11). */
export type SlipUpdate = {
  readonly [Field in Exclude<keyof UpdateSlip, 'update_no' | 'trade_id' | 'action' | 'detail_list'>]?: string;
} & {
  readonly update_no: string;
  readonly trade_id: string;
  readonly action: SlipAction;
  readonly detail_list?: readonly SlipUpdateLine[];
};
