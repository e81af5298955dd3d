import { type SlipStatus, slipStatus } from './coded-values.js';

/** The sides of a slip. */
export const slipSides = ['buyer', 'seller'] as const;
/** One of the sides of a slip. */
export type SlipSide = (typeof slipSides)[number];

/** The fields of a trade update that only some actions take (Spec 4.11). */
export const updateFields = [
  'hope_delivery_date',
  'delivery_place_code',
  'order_trade_comment',
  'delivery_date',
  'shipping_send_date',
  'shipping_send_time',
  'check_number',
  'trade_comment',
  'trade_shipping',
  'receipt_day',
  'detail_list',
] as const;
/** One of the fields of a trade update that only some actions take. */
export type UpdateField = (typeof updateFields)[number];

/** The fields of a line in the `detail_list` of a trade update (Spec 4.11). */
export const updateLineFields = [
  'trade_prod_id',
  'line_no',
  'catalog_id',
  'private_item_code',
  'prod_lot_qty',
  'prod_lot_price',
  'prod_remarks',
] as const;
/** One of the fields of a line in a trade update. */
export type UpdateLineField = (typeof updateLineFields)[number];

/**
 * The condition of a transition, besides the status. `always`: none. `open`: the seller has not confirmed the slip, and
 * its closing time is not over. `open-or-moved`: `open`, or the seller has confirmed another delivery date than the
 * wished one. `unconfirmed`: the seller has not confirmed the slip. `returnable`: the period for returns is not over.
 */
export type SlipCondition = 'always' | 'open' | 'open-or-moved' | 'unconfirmed' | 'returnable';

/** One row of the state machine of slips. */
export interface SlipTransition {
  readonly action: string;
  readonly side: SlipSide;
  /** The statuses from which the transition is possible, each with its condition. */
  readonly from: Readonly<Partial<Record<SlipStatus, SlipCondition>>>;
  /** The new status; undefined if the slip keeps its status. */
  readonly to: SlipStatus | undefined;
  /** The status of the slip that the transition makes, if it makes one. */
  readonly makes?: SlipStatus;
  /** The fields that the action takes. Fields that it needs have the value `needed`. */
  readonly takes: Readonly<Partial<Record<UpdateField, 'needed' | 'optional'>>>;
  /** The fields of a line that the action takes, if it takes lines. */
  readonly lines?: Readonly<Partial<Record<UpdateLineField, 'needed' | 'optional'>>>;
  /**
   * The fields of the slip that the action sets, besides the fields that it takes and the fields that are calculated
   * from them.
   */
  readonly sets: readonly string[];
}

const { planned, ordered, orderCancelled, shipped, correctionRequested, shipmentCancelled, received, returned } =
  slipStatus;

/**
 * The life of an order: every action of a buyer or a seller on a slip, and the states in which it is possible (Spec
 * 4.11). Each pair of action and side is one row. The statuses 20, 84 and 90 are reached by imports only.
 */
export const slipTransitions = [
  {
    action: 'change',
    side: 'buyer',
    from: { [planned]: 'always', [ordered]: 'open' },
    to: undefined,
    takes: {
      hope_delivery_date: 'optional',
      delivery_place_code: 'optional',
      order_trade_comment: 'optional',
      detail_list: 'optional',
    },
    lines: {
      trade_prod_id: 'optional',
      line_no: 'optional',
      catalog_id: 'optional',
      private_item_code: 'optional',
      prod_lot_qty: 'needed',
      prod_remarks: 'optional',
    },
    sets: ['delivery_date', 'resend_flg', 'send_date', 'send_time'],
  },
  {
    action: 'cancel',
    side: 'buyer',
    from: { [planned]: 'always', [ordered]: 'open-or-moved' },
    to: orderCancelled,
    takes: { order_trade_comment: 'optional' },
    sets: [],
  },
  {
    action: 'cancel',
    side: 'seller',
    from: { [ordered]: 'always' },
    to: orderCancelled,
    takes: { trade_comment: 'needed' },
    sets: ['seller_cancel_flg'],
  },
  {
    action: 'confirm',
    side: 'seller',
    from: { [ordered]: 'unconfirmed' },
    to: undefined,
    takes: { delivery_date: 'optional', trade_comment: 'optional' },
    sets: ['perusal_flg'],
  },
  {
    action: 'ship',
    side: 'seller',
    from: { [ordered]: 'always', [correctionRequested]: 'always' },
    to: shipped,
    takes: {
      delivery_date: 'optional',
      shipping_send_date: 'optional',
      shipping_send_time: 'optional',
      check_number: 'optional',
      trade_comment: 'optional',
      trade_shipping: 'optional',
      detail_list: 'optional',
    },
    lines: { trade_prod_id: 'needed', prod_lot_qty: 'needed', prod_lot_price: 'optional', prod_remarks: 'optional' },
    sets: ['perusal_flg', 'resend_flg'],
  },
  {
    action: 'cancel_shipment',
    side: 'seller',
    from: { [shipped]: 'always', [correctionRequested]: 'always' },
    to: shipmentCancelled,
    takes: { trade_comment: 'needed' },
    sets: [],
  },
  {
    action: 'request_correction',
    side: 'buyer',
    from: { [shipped]: 'always' },
    to: correctionRequested,
    takes: { order_trade_comment: 'needed' },
    sets: [],
  },
  {
    action: 'receive',
    side: 'buyer',
    from: { [shipped]: 'always', [correctionRequested]: 'always' },
    to: received,
    takes: { receipt_day: 'optional' },
    sets: [],
  },
  {
    action: 'return',
    side: 'buyer',
    from: { [received]: 'returnable' },
    to: undefined,
    makes: returned,
    takes: { order_trade_comment: 'needed', detail_list: 'needed' },
    lines: { trade_prod_id: 'needed', prod_lot_qty: 'needed' },
    sets: [],
  },
] as const satisfies readonly SlipTransition[];

type Row = (typeof slipTransitions)[number];

/** The actions of the table, each once, in its order. */
export const slipActions = [...new Set(slipTransitions.map(({ action }) => action))] as readonly SlipAction[];
/** An action on a slip. */
export type SlipAction = Row['action'];

/** The actions as a table of coded values. */
export const slipActionCodes = Object.fromEntries(slipActions.map((action) => [action, action])) as {
  readonly [Action in SlipAction]: Action;
};

/** The fields that an action takes from at least one side. */
export type FieldOfAction<Action extends SlipAction> =
  Extract<Row, { readonly action: Action }> extends infer Each
    ? Each extends { readonly takes: infer Taken }
      ? keyof Taken
      : never
    : never;

/**
 * How an action uses a field: `needed` if every side must send it, otherwise `optional`; undefined if it does not take
 * it.
 */
export function useOfField(action: SlipAction, field: UpdateField): 'needed' | 'optional' | undefined {
  const rows: readonly SlipTransition[] = slipTransitions.filter((row) => row.action === action);
  const uses = rows.map(({ takes }) => takes[field]);
  if (uses.every((use) => use === undefined)) return undefined;
  return uses.every((use) => use === 'needed') ? 'needed' : 'optional';
}

/** The same for a field of its lines. */
export function useOfLineField(action: SlipAction, field: UpdateLineField): 'needed' | 'optional' | undefined {
  const rows: readonly SlipTransition[] = slipTransitions;
  return rows.find((row) => row.action === action && row.lines !== undefined)?.lines?.[field];
}

/** The actions that take a field. */
export function actionsWithField(field: UpdateField): readonly SlipAction[] {
  return slipActions.filter((action) => useOfField(action, field) !== undefined);
}

/** The row of an action for a side; undefined if the side does not have the action. */
export function transitionOf(action: SlipAction, side: SlipSide): SlipTransition | undefined {
  return slipTransitions.find((row) => row.action === action && row.side === side);
}
