import {
  type Flag,
  flag,
  maxLength,
  ownLimits,
  type SlipAction,
  slipActionCodes,
  slipActions,
  type UpdateField,
  type UpdateLineField,
  type UpdateSlip,
  updateFields,
  updateLineFields,
  useOfField,
  useOfLineField,
} from '@trading-platform/domain-types';
import { errorText } from '@trading-platform/domain-types/error-texts';
import {
  Amount,
  Code,
  Day,
  Digits,
  DistinctIn,
  ElementList,
  ElementListBy,
  ElementsInAll,
  NotBeside,
  NotTaken,
  OneOf,
  Optional,
  Quantity,
  Required,
  RequiredBeside,
  RequiredUnless,
  ResponseType,
  SequenceNumber,
  Text,
  TimeOfDay,
} from './rules.js';

/** One validated line of a trade update (Spec 4.11). */
export type TradeUpdateLine = {
  readonly [Field in Exclude<UpdateLineField, 'prod_lot_qty'>]?: string;
} & { readonly prod_lot_qty: string };

/** The validated update of one slip (Spec 4.11). */
export type TradeUpdateSlip = {
  readonly [Field in Exclude<keyof UpdateSlip, 'update_no' | 'trade_id' | 'action' | 'detail_list'>]?: string;
} & {
  readonly update_no: string;
  readonly trade_id: string;
  readonly action: SlipAction;
  readonly detail_list?: readonly TradeUpdateLine[];
};

type Decorator = (target: object, name: string) => void;
type Fields<Name extends string> = Readonly<Record<Name, readonly unknown[]>>;

/** The fields that every action takes. */
const commonRules: Fields<Exclude<keyof UpdateSlip, UpdateField>> = {
  update_no: [Required(), Text(ownLimits.updateNoLength)],
  trade_id: [Required(), Text()],
  version: [RequiredUnless(['batch_id'], errorText('versionOrRecord')), Digits(ownLimits.versionDigits)],
  batch_id: [Optional(), Digits(ownLimits.batchIdDigits), NotBeside('version')],
  seq: [RequiredBeside('batch_id', errorText('seqOfRecord')), SequenceNumber(), NotBeside('version')],
  member_code_self: [Optional(), Text(maxLength.member_code_self)],
  action: [Required(), OneOf(slipActionCodes)],
};

/** The checks of form for fields that only some actions take. They are the same for every action. */
const formOfField: Fields<Exclude<UpdateField, 'detail_list'>> = {
  hope_delivery_date: [Day()],
  delivery_place_code: [Text()],
  order_trade_comment: [Text(ownLimits.uploadTextLength)],
  delivery_date: [Day()],
  shipping_send_date: [Day()],
  shipping_send_time: [TimeOfDay()],
  check_number: [Text(ownLimits.checkNumberLength)],
  trade_comment: [Text(ownLimits.uploadTextLength)],
  trade_shipping: [Amount()],
  receipt_day: [Day()],
};

/** The checks of form for fields of a line. They are the same for every action, except for the quantity. */
const formOfLineField: Fields<Exclude<UpdateLineField, 'prod_lot_qty'>> = {
  trade_prod_id: [Text()],
  line_no: [Code()],
  catalog_id: [Text()],
  private_item_code: [Text(), NotBeside('catalog_id')],
  prod_lot_price: [Amount()],
  prod_remarks: [Text(ownLimits.uploadTextLength)],
};

/** In a changed order, a line that stays has its `trade_prod_id`; a new line is as in an upload. */
const presenceInChange: Partial<Fields<UpdateLineField>> = {
  line_no: [RequiredUnless(['trade_prod_id'], errorText('lineNumber'))],
  catalog_id: [RequiredUnless(['trade_prod_id', 'private_item_code'], errorText('lineOrProduct'))],
};

function rulesOfLine(name: UpdateLineField, action: SlipAction | undefined): readonly unknown[] {
  if (name === 'prod_lot_qty') {
    return [Required(), action === undefined || action === slipActionCodes.ship ? Amount() : Quantity()];
  }
  const use = action === undefined ? undefined : useOfLineField(action, name);
  const presence = action === slipActionCodes.change ? presenceInChange[name] : undefined;
  return [...(presence ?? takenBy(action, use)), ...formOfLineField[name]];
}

/** If the action is unknown, only the form of the fields is judged. */
function takenBy(action: SlipAction | undefined, use: 'needed' | 'optional' | undefined): readonly unknown[] {
  if (action === undefined) return [Optional()];
  if (use === undefined) return [NotTaken(action)];
  return use === 'needed' ? [Required()] : [Optional()];
}

function lineClass(action: SlipAction | undefined): new () => TradeUpdateLine {
  // oxlint-disable-next-line typescript/no-extraneous-class -- Its fields are known to class-validator only.
  class Line {}
  for (const name of updateLineFields) decorate(Line, name, rulesOfLine(name, action));
  return Line as new () => TradeUpdateLine;
}

function slipClass(action: SlipAction | undefined): new () => TradeUpdateSlip {
  // oxlint-disable-next-line typescript/no-extraneous-class -- The same.
  class Slip {}
  for (const [name, rules] of Object.entries(commonRules)) decorate(Slip, name, rules);
  for (const name of updateFields) {
    const use = action === undefined ? undefined : useOfField(action, name);
    const form =
      name === 'detail_list'
        ? [ElementList(lineClass(action), ownLimits.updateLinesPerSlip), DistinctIn('trade_prod_id')]
        : formOfField[name];
    decorate(Slip, name, [...takenBy(action, use), ...form]);
  }
  return Slip as new () => TradeUpdateSlip;
}

function decorate(target: new () => object, name: string, decorators: readonly unknown[]): void {
  for (const apply of decorators as readonly Decorator[]) apply(target.prototype, name);
}

/** One line of an update whose action is not known. */
export const AnyTradeUpdateLine = lineClass(undefined);
/** One update whose action is not known. */
export const AnyTradeUpdateSlip = slipClass(undefined);

const slipClasses = Object.fromEntries(slipActions.map((action) => [action, slipClass(action)]));

/** Body of a trade update request (Spec 4.11). Rules that need the database are judged later, for each slip. */
export class TradeUpdateRequest {
  @ResponseType()
  response_type?: string;

  @Optional()
  @OneOf(flag)
  check_only?: Flag;

  @Required()
  @ElementListBy('action', slipClasses, AnyTradeUpdateSlip, ownLimits.updateSlips)
  @ElementsInAll('detail_list', ownLimits.updateLines)
  @DistinctIn('update_no')
  @DistinctIn('trade_id')
  slip_list!: readonly TradeUpdateSlip[];
}
