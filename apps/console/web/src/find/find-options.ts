import type { FindAnswer } from '../../../wire/index.js';
import { partnerPath, productPath } from '../partners/paths.js';
import type { IconName } from '../parts/icon.js';

export type FoundKind = 'slips' | 'orders' | 'batches' | 'products' | 'partners';

/** Something that was found, with the address of its page. */
export interface FoundOption {
  readonly path: string;
  readonly title: string;
  /** Words that distinguish it from others of its kind. */
  readonly details: readonly string[];
}

/** The found options of one kind. A group is never empty. */
export interface FoundGroup {
  readonly kind: FoundKind;
  readonly icon: IconName;
  readonly options: readonly FoundOption[];
}

/** The words that options need in the language of the page. */
export interface FoundWords {
  readonly day: (day: string) => string;
  readonly instant: (at: number) => string;
  readonly slipStatus: (code: string) => string;
  readonly functionTitle: (name: FindAnswer['batches'][number]['functionName']) => string;
  readonly outcome: (batch: FindAnswer['batches'][number]) => string;
  readonly uploadNo: (number: string) => string;
  readonly batch: (number: string) => string;
}

const at = (...parts: readonly string[]) => `/${parts.map(encodeURIComponent).join('/')}`;

/** Groups the found records by kind, in the order of the menu. */
export function foundGroups(
  { slips, orders, batches, products, partners }: FindAnswer,
  words: FoundWords,
  maySeeSlips: boolean,
): readonly FoundGroup[] {
  const groups: readonly FoundGroup[] = [
    {
      kind: 'slips',
      icon: 'slips',
      options: slips.map(({ tradeId, checkNumber, uploadNo, statusCode, partnerName, orderDay }) => ({
        path: at('slips', tradeId),
        title: checkNumber || tradeId,
        details: [
          partnerName,
          words.slipStatus(statusCode),
          orderDay === '' ? '' : words.day(orderDay),
          uploadNo === '' ? '' : words.uploadNo(uploadNo),
        ],
      })),
    },
    {
      kind: 'orders',
      icon: 'orders',
      options: orders.map(({ uploadNo, tradeId, checkNumber }) => ({
        path: maySeeSlips ? at('slips', tradeId) : '/orders?view=all&days=any',
        title: uploadNo,
        details: [checkNumber || tradeId],
      })),
    },
    {
      kind: 'batches',
      icon: 'batches',
      options: batches.map((batch) => ({
        path: at('batches', batch.batchId),
        title: words.batch(batch.batchId),
        details: [words.functionTitle(batch.functionName), words.outcome(batch), words.instant(batch.requestedAt)],
      })),
    },
    {
      kind: 'products',
      icon: 'product',
      options: products.map(({ sellerMemberCode, sellerName, itemId, name, spec, code }) => ({
        path: productPath(sellerMemberCode, itemId),
        title: name,
        details: [spec, code, sellerName],
      })),
    },
    {
      kind: 'partners',
      icon: 'partner',
      options: partners.map(({ memberCode, name, customerCode }) => ({
        path: partnerPath(memberCode),
        title: name,
        details: [memberCode, customerCode],
      })),
    },
  ];
  return groups
    .filter(({ options }) => options.length > 0)
    .map((group) => ({
      ...group,
      options: group.options.map((option) => ({
        ...option,
        details: option.details.filter((detail) => detail !== ''),
      })),
    }));
}
