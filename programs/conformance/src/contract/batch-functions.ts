import { buyFields, catalogFields, masterFields } from './master-fields.js';
import { answerShape, type ObjectShape } from './object-shape.js';
import { errorFields, updateResultFields, uploadResultFields } from './order-fields.js';
import { closingTimeFields, nonCountingDayFields, nonTradingDayFields, orderBlockFields } from './setting-fields.js';
import { detailFields, partnerGroupFields, tradeFields } from './trade-fields.js';

/** A function whose results are a batch of records. */
export interface BatchFunctionShape {
  /** The part of the path between the prefix and the step. */
  readonly path: string;
  /** The name of the list in the answer of a get call. */
  readonly list: string;
  /** The shapes of all objects in the answer of a get call, from the whole answer to the innermost lists. */
  readonly shapes: readonly ObjectShape[];
}

/** A download whose records are numbered and contain the id of their batch. */
export interface RecordDownload extends BatchFunctionShape {
  readonly name: 'master' | 'trade';
  readonly shapes: readonly [answer: ObjectShape, record: ObjectShape, ...lines: ObjectShape[]];
  /** The ids of the requirements about these five properties of the records. */
  readonly ids: Readonly<Record<'texts' | 'seq' | 'batchId' | 'createDate' | 'order', string>>;
}

function recordDownload(
  name: RecordDownload['name'],
  path: string,
  [group, answer]: readonly [group: string, answer: string],
  fields: readonly string[],
  lines: readonly (readonly [list: string, title: string, fields: readonly string[]])[],
): RecordDownload {
  const id = (no: number) => `${group}-00${no}`;
  const texts = id(4);
  const lists = lines.map(([list]) => list);
  const record = { title: `A ${name} record`, place: name, fields, lists, names: id(1), texts };
  return {
    name,
    path,
    list: name,
    shapes: [
      { ...answerShape(answer, name), title: `A ${name} get` },
      record,
      ...lines.map(([list, title, ofLine], index) => ({
        title,
        place: `${name}.${list}`,
        fields: ofLine,
        names: id(2 + index),
        texts,
      })),
    ],
    ids: { texts, seq: id(5), batchId: id(6), createDate: id(7), order: id(8) },
  };
}

/** The settings downloads whose records group sellers by buyer. */
export const pairSettings = ['nottrade', 'orderclosing', 'orderblock'] as const;
export const settingNames = [...pairSettings, 'businessholiday'] as const;
export type PairSetting = (typeof pairSettings)[number];
export type SettingName = (typeof settingNames)[number];

/**
 * A settings download. The rows of such a download belong to a seller or, in most downloads, to a buyer and a seller.
 */
export interface SettingDownload extends BatchFunctionShape {
  readonly name: SettingName;
  readonly title: string;
  readonly hasBuyers: boolean;
  readonly rowFields: readonly string[];
  /** The path of the sellers in the answer of a get call. */
  readonly sellers: string;
  readonly shapes: readonly ObjectShape[];
  readonly idOf: (no: number) => string;
}

function settingDownload(
  name: SettingName,
  title: string,
  hundreds: number,
  rowFields: readonly string[],
  hasBuyers = true,
): SettingDownload {
  const idOf = (no: number) => `SET-${hundreds}${String(no).padStart(2, '0')}`;
  const list = 'result_list';
  const sellers = hasBuyers ? `${list}.seller_list` : list;
  const shape = (what: string, place: string, fields: readonly string[], lists: readonly string[] = []) => ({
    title: `${title}: ${what}`,
    place,
    fields,
    lists,
    names: idOf(2),
    texts: idOf(4),
  });
  const buyer = shape('an element', list, ['member_code_buyer', 'seller_list'], ['seller_list']);
  const seller = shape('a seller', sellers, ['member_code_seller', name], [name]);
  return {
    name,
    title,
    path: `/setting/${name}/download`,
    list,
    hasBuyers,
    rowFields,
    sellers,
    shapes: [
      { ...answerShape(idOf(1), list), title: `${title}: a get` },
      ...(hasBuyers ? [buyer] : []),
      seller,
      { ...shape('a row', `${sellers}.${name}`, rowFields), names: idOf(3) },
    ],
    idOf,
  };
}

const uploadShapes: readonly ObjectShape[] = [
  {
    title: 'A result',
    place: 'result_list',
    fields: uploadResultFields,
    lists: ['error_list'],
    names: 'ORD-061',
    texts: 'ORD-061',
  },
  { title: 'An error of an order', place: 'result_list.error_list', fields: errorFields, names: 'ORD-061' },
];

const updateShapes: readonly ObjectShape[] = [
  {
    title: 'The outcome of an update',
    place: 'result_list',
    fields: updateResultFields,
    lists: ['error_list'],
    names: 'ORD-151',
    texts: 'ORD-151',
  },
  { title: 'An error of an update', place: 'result_list.error_list', fields: errorFields, names: 'ORD-151' },
];

/** All functions that create batches. Each function is declared only here. */
export const batchFunctions = {
  master: recordDownload('master', '/master/download/buy', ['MAS', 'MAS-010'], masterFields, [
    ['buy', 'A line of buy[]', buyFields],
    ['catalog', 'A line of catalog[]', catalogFields],
  ]),
  trade: recordDownload('trade', '/trade/download', ['TRD', 'TRD-009'], tradeFields, [
    ['detail_list', 'A line of detail_list[]', detailFields],
    ['partner_group_list', 'An element of partner_group_list[]', partnerGroupFields],
  ]),
  nottrade: settingDownload('nottrade', 'Non-trading days', 1, nonTradingDayFields),
  orderclosing: settingDownload('orderclosing', 'Order closing time', 2, closingTimeFields),
  orderblock: settingDownload('orderblock', 'Order block', 3, orderBlockFields),
  businessholiday: settingDownload('businessholiday', 'Lead-time non-counting days', 4, nonCountingDayFields, false),
  upload: { path: '/order/upload', list: 'result_list', shapes: uploadShapes },
  update: { path: '/trade/update', list: 'result_list', shapes: updateShapes },
} as const satisfies Record<string, BatchFunctionShape>;

export type BatchFunction = keyof typeof batchFunctions;

/** Returns the path of one step of a function. */
export function stepPath(name: BatchFunction, step: 'request' | 'check' | 'confirm' | 'get'): string {
  return `${batchFunctions[name].path}/${step}`;
}
