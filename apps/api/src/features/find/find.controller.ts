import { Get } from '@nestjs/common';
import type { AccessTokenClaims } from '@trading-platform/auth-core';
import { Caller, requireRight } from '@trading-platform/auth-core/nest';
import { BatchEngine, BatchError } from '@trading-platform/batch-engine';
import {
  errorCode,
  findAnswer,
  flag,
  hasControlCharacter,
  type OwnBatch,
  ownLimits,
  type Right,
} from '@trading-platform/domain-types';
import { calls } from '@trading-platform/domain-types/calls';
import { errorText } from '@trading-platform/domain-types/error-texts';
import { Finder } from '@trading-platform/ordering';
import { ownerOf } from '../../batches/batch-owner.js';
import { batchRecord } from '../../batches/batch-record.js';
import { DataApi } from '../../caller/data-api.js';
import { ApiRefusal } from '../../http/api-refusal.js';
import { Bodyless } from '../../http/bodyless.js';
import { QueryTexts, type Texts } from '../../http/query-texts.js';
import { Operation, rightOfKind } from '../../reference/operation.decorator.js';
import type { DescribedValues } from '../../reference/value-description.js';

const findParameters = { text: ownLimits.findTextLength };
const findQuery: DescribedValues = {
  text: {
    meaning: 'Number, code or words to find; for a slip or upload number, its beginning is enough',
    ja: '検索文字列：検索する番号、コードまたは語句。伝票番号とアップロード番号は先頭の一部でもよい',
    schema: { type: 'string', maxLength: ownLimits.findTextLength },
    example: '牛乳',
  },
};

/** The right for each kind of records, the most usual first. */
const rightOf = {
  slips: 'trade',
  orders: 'order',
  batches: 'batch',
  products: 'master',
  partners: 'list',
} as const satisfies Readonly<Record<string, Right>>;
const nothing = { elements: [], isComplete: true } as const;

/** Finds single records of all kinds by one text. */
@DataApi('Find')
export class FindController {
  constructor(
    private readonly finder: Finder,
    private readonly engine: BatchEngine,
  ) {}

  @Get('find')
  @Bodyless('json')
  @Operation({
    right: rightOfKind,
    call: calls.find,
    answer: findAnswer,
    query: findQuery,
    codes: [errorCode.missing, errorCode.wrongFormat, errorCode.tooLong],
  })
  async find(@QueryTexts(findParameters) query: Texts<typeof findParameters>, @Caller() caller: AccessTokenClaims) {
    const { memberCode, rights } = caller;
    if (!Object.values(rightOf).some((right) => rights.includes(right))) requireRight(caller, rightOf.slips);
    const text = readText(query.text);
    const may = (kind: keyof typeof rightOf) => rights.includes(rightOf[kind]);
    const [slips, orders, batches, products, partners] = await Promise.all([
      may('slips') ? this.finder.slips(memberCode, text) : [],
      may('orders') ? this.finder.orders(memberCode, text) : [],
      may('batches') ? this.#batches(caller, text) : [],
      may('products') ? this.finder.products(memberCode, text) : nothing,
      may('partners') ? this.finder.partners(memberCode, text) : nothing,
    ]);
    return {
      slip_list: slips,
      order_list: orders,
      batch_list: batches,
      product_list: products.elements,
      partner_list: partners.elements,
      complete_flg: products.isComplete && partners.isComplete ? flag.on : flag.off,
    };
  }

  /** Finds the batch with this number, even if the batch has expired. */
  async #batches(caller: AccessTokenClaims, batchId: string): Promise<readonly OwnBatch[]> {
    try {
      return [batchRecord(await this.engine.details({ ...ownerOf(caller), batchId, expired: true }))];
    } catch (error) {
      if (error instanceof BatchError && error.code === 'unknown-batch') return [];
      throw error;
    }
  }
}

/** @throws ApiRefusal E000001, E000002 */
function readText(sent: string | undefined): string {
  const text = sent?.normalize('NFKC').trim() ?? '';
  if (text === '') throw ApiRefusal.of(errorCode.missing, { item: 'text' });
  if (hasControlCharacter(text) || !text.isWellFormed()) {
    throw ApiRefusal.of(errorCode.wrongFormat, { item: 'text', detail: errorText('plainText') });
  }
  return text;
}
