import {
  amountFields,
  flag,
  invoiceMemberKbn,
  ownLimits,
  slipKind,
  slipStatus,
  type TradeImport,
  tradeImport,
  tradeStoredCodes,
  tradeStoredFields,
} from '@trading-platform/domain-types';
import type { LineFormat } from '../import/line-format.js';
import { removalFormat } from '../import/removal-format.js';
import { bodyIn } from '../record/body-of.js';
import { JsonBytes } from '../record/json-bytes.js';
import { refuseField } from '../record/line-refusal.js';
import { packBody } from '../record/packed-body.js';
import { RecordInParts } from '../record/record-in-parts.js';
import { makeRecordRenderer, type RecordRenderer, type RecordRules } from '../record/record-renderer.js';
import { oddElements, oddRelations, type Relation, relationsOf } from '../record/relations.js';
import { checksOf, date, dateTime, oneOf, shaped, signedAmount, zeroOrOne } from '../record/value-checks.js';
import { fieldColumnsOf } from './field-columns.js';
import { packCodes } from './packed-codes.js';
import { slipDigest } from './slip-digest.js';
import { kindOf } from './slip-kind.js';

/** Checks of the coded fields that are stored but not delivered. */
const storedCodeChecks = Object.fromEntries(
  Object.entries(tradeStoredCodes).map(([field, { values }]) => [field, oneOf(values)]),
);

/** Amounts, and the fields that filters use, are checked. All other fields are free text. */
const rules = {
  hidden: tradeStoredFields,
  checks: {
    status_code: oneOf(Object.values(slipStatus)),
    ...storedCodeChecks,
    resend_flg: zeroOrOne,
    status_day: date,
    order_day: date,
    planned_shipping_day: date,
    shipping_send_date: date,
    delivery_date: date,
    receipt_day: date,
    send_date: date,
    update_date: dateTime,
    version: shaped(
      // oxlint-disable-next-line eslint/no-restricted-globals -- One run of digits.
      new RegExp(`^[1-9][0-9]{0,${ownLimits.versionDigits - 1}}$`),
      `a whole number from 1 on, of at most ${ownLimits.versionDigits} digits`,
    ),
  },
  lists: { detail_list: { checks: { mod_flg: zeroOrOne } } },
} satisfies RecordRules;

const renderWithAmounts = makeRecordRenderer(tradeImport, {
  ...rules,
  checks: { ...rules.checks, ...checksOf(amountFields.trade, signedAmount) },
  lists: {
    detail_list: { checks: { ...rules.lists.detail_list.checks, ...checksOf(amountFields.detail_list, signedAmount) } },
  },
});

/** Writing slips changes many indexes. If more slips are written together, fewer pages have to be written several times. */
const slipsPerChunk = 2_000;

/**
 * One side's view of a slip, in the form in which it is stored: its key, the values that filters use (named like the columns),
 * and its finished bytes. Lists that filters search are stored as packed texts.
 */
export type Slip = ReturnType<typeof renderSlip>['view'] & {
  /** The JSON of the record after the fields about the batch, `"trade_id":"…",…}`, compressed by `packBody`. */
  readonly packedBody: Buffer;
};

type Detail = NonNullable<TradeImport['detail_list']>[number];
type RenderedDetail = Detail | RecordInParts<Detail>;

function fieldOf(detail: RenderedDetail, name: keyof Detail): string {
  const value = detail instanceof RecordInParts ? (detail.common[name] ?? detail.own[name]) : detail[name];
  return value ?? '';
}

/**
 * Checks and renders a line of a `trade` file (Spec 2.5). Returns one side's view, and the JSON of the record after the fields
 * about the batch: `"trade_id":"…",…}`.
 *
 * @param room where its body is put
 * @throws LineRefusal with the reason
 */
export function renderSlip(
  record: unknown,
  room: JsonBytes,
  { render = renderWithAmounts, codes }: RenderOptions = {},
) {
  const body = bodyIn(render(record, '', room));
  const line = record as TradeImport;
  if (line.trade_id === '') throw refuseField('trade_id', 'is missing');
  if (line.member_code_self === '') throw refuseField('member_code_self', 'is missing');
  if (line.status_code === '') throw refuseField('status_code', 'is missing');
  const details: readonly RenderedDetail[] = line.detail_list ?? [];
  const columns = fieldColumnsOf(line);
  const view = {
    ...columns,
    tradeId: line.trade_id,
    memberCodeSelf: line.member_code_self,
    /** One of the kinds that `status_set` can name: 1, 2, 3, 4 or 5. */
    kind: kindOf(line.status_code, columns.slipKind),
    groupCode: line.group_code ?? '',
    selfGroupCode: line.self_group_code ?? '',
    fcOwnerMemberCode: line.fc_owner_member_code ?? '',
    hasComment: (line.trade_comment ?? '') !== '' || (line.order_trade_comment ?? '') !== '',
    isModified: details.some((detail) => fieldOf(detail, 'mod_flg') === '1'),
    isResent: line.resend_flg === '1',
    statusDay: line.status_day ?? '',
    orderDay: line.order_day ?? '',
    shippingDay: line.shipping_send_date ?? '',
    deliveryDay: line.delivery_date ?? '',
    sendDay: line.send_date ?? '',
    /** The value `""` is replaced by the time at which the line is loaded. */
    updateDate: line.update_date ?? '',
    hopeDeliveryDate: line.hope_delivery_date ?? '',
    tradeTotal: line.trade_total ?? '',
    partnerGroups: packCodes((line.partner_group_list ?? []).map((group) => group.partner_group_code ?? '')),
    ...(codes ?? packedCodesOf(details)),
    /** The version of the slip that the line is meant to change, or undefined if the line names no version. */
    version: (line.version ?? '') === '' ? undefined : Number(line.version),
    digest: slipDigest(body, columns),
  };
  return { view, body };
}

interface RenderOptions {
  readonly render?: RecordRenderer;
  /** The codes of the lines, if they are known. */
  readonly codes?: PackedCodes | undefined;
}

/** The codes of the products in the lines of a slip, in the form in which filters search them. */
export interface PackedCodes {
  readonly itemIds: string;
  readonly privateItemIds: string;
  readonly catalogIds: string;
}

function packedCodesOf(details: readonly RenderedDetail[]): PackedCodes {
  const packed = (field: keyof Detail) => packCodes(details.map((detail) => fieldOf(detail, field)));
  return {
    itemIds: packed('item_id'),
    privateItemIds: packed('private_item_id'),
    catalogIds: packed('my_catalog_id'),
  };
}

/** Lines are read one after another, and each body is compressed at once, so one buffer is enough. */
const room = new JsonBytes();

/** Converts a line of a `trade` file to one side's view of a slip (Spec 2.5). */
export const tradeFormat = tradeFormatOf(renderWithAmounts);

/** Converts a line of old data, in which amounts can be any text, to one side's view of a slip. */
export const tradeAsTextFormat = tradeFormatOf(makeRecordRenderer(tradeImport, rules));

function tradeFormatOf(render: RecordRenderer): LineFormat<Slip> {
  return {
    rowsPerChunk: slipsPerChunk,
    read(record) {
      room.clear();
      const { view, body } = renderSlip(record, room, { render });
      return { ...view, packedBody: packBody(body) };
    },
    warn: (_, record) => [
      ...oddRelations(slipRelations, record as object),
      ...oddElements(lineRelations, (record as TradeImport).detail_list ?? [], 'detail_list'),
    ],
  };
}

const { warned } = relationsOf<TradeImport>();

/** Returns the relations between the invoice fields of a slip or of its FC part. */
function invoiceRelations(part: '' | 'fc_'): readonly Relation[] {
  const [number, kbn, method] = [
    `${part}invoice_reg_no`,
    `${part}invoice_member_kbn`,
    `${part}invoice_method_flg`,
  ] as const;
  return [
    warned(number, 'stands there for a member that is exempt', (of) => {
      return of(number) !== '' && of(kbn) === invoiceMemberKbn.exempt;
    }),
    warned(method, `is 1 without ${number}`, (of) => of(method) === flag.on && of(number) === ''),
  ];
}

/** Rule "relations of a slip": a broken relation causes only a warning, because old slips must be loaded without changes. */
const slipRelations: readonly Relation[] = [
  warned('slip_kind', 'is not used with status_code 10 and 20, which are kinds of their own', (of) => {
    const isOwnKind = [slipStatus.planned, slipStatus.approvalPending].some((status) => status === of('status_code'));
    return isOwnKind && !['', slipKind.normal].includes(of('slip_kind'));
  }),
  warned('trade_id_from', 'is the slip itself', (of) => of('trade_id_from') === of('trade_id')),
  warned('delivery_date', 'is before order_day', (of) => {
    // A slip that reverses another slip has the delivery date of that other slip.
    return of('trade_id_from') === '' && of('delivery_date') !== '' && of('delivery_date') < of('order_day');
  }),
  warned('receipt_day', 'is before shipping_send_date', (of) => {
    return of('receipt_day') !== '' && of('receipt_day') < of('shipping_send_date');
  }),
  ...invoiceRelations(''),
  ...invoiceRelations('fc_'),
];

/** Rule "relations of a slip's line": finds values that do not fit together. */
const lineRelations: readonly Relation[] = [
  relationsOf<Detail>().warned('reduced_tax_rate_flg', 'is 1 in a line that is tax exempt', (of) => {
    return of('reduced_tax_rate_flg') === flag.on && of('tax_free_flg') === flag.on;
  }),
];

/** Reads, from a line, the key of the view of a slip that is to be removed. */
export const tradeRemovalFormat = removalFormat(tradeImport, ['trade_id', 'member_code_self'], (line: TradeImport) => [
  [line.trade_id, line.member_code_self],
]);
