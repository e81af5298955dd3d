import { Get, Param } from '@nestjs/common';
import type { AccessTokenClaims } from '@trading-platform/auth-core';
import { Caller } from '@trading-platform/auth-core/nest';
import {
  codeLength,
  type ErrorCode,
  errorCode,
  hasControlCharacter,
  partnerTermsAnswer,
  productAnswer,
  type ShownProduct,
} from '@trading-platform/domain-types';
import { calls } from '@trading-platform/domain-types/calls';
import { type DeliveryPair, DeliverySource, ProductDirectory, tradingTerms } from '@trading-platform/ordering';
import { DataApi } from '../../caller/data-api.js';
import { ApiRefusal } from '../../http/api-refusal.js';
import { Bodyless } from '../../http/bodyless.js';
import { QueryTexts, type Texts } from '../../http/query-texts.js';
import { Operation } from '../../reference/operation.decorator.js';
import type { DescribedValues } from '../../reference/value-description.js';

const parameters = { member_code_self: codeLength.member_code_self };

const query: DescribedValues = {
  member_code_self: {
    meaning: "Member that trades with the partner; the caller's own if left out",
    ja: '自社会員コード：取引先と取引する会員。省略時は呼び出し元の会員',
    schema: { type: 'string', maxLength: codeLength.member_code_self },
    example: '10010001',
  },
};

const codes = [errorCode.wrongFormat, errorCode.tooLong];

/** Shows the terms between a member and one partner, and the products that the member has from the partner. */
@DataApi('Partners')
export class PartnerController {
  constructor(
    private readonly source: DeliverySource,
    private readonly products: ProductDirectory,
  ) {}

  @Get('partners/:memberCodePartner/terms')
  @Bodyless('json')
  @Operation({
    right: 'setting',
    call: calls.partnerTerms,
    answer: partnerTermsAnswer,
    query,
    codes,
    notFound: errorCode.memberNotVisible,
  })
  async terms(
    @Param('memberCodePartner') partner: string,
    @QueryTexts(parameters) asked: Texts<typeof parameters>,
    @Caller() caller: AccessTokenClaims,
  ) {
    const pair = await this.#pairOf(caller, asked.member_code_self, partner, errorCode.memberNotVisible);
    return { terms: tradingTerms(pair, new Date()) };
  }

  @Get('partners/:memberCodePartner/products/:product')
  @Bodyless('json')
  @Operation({
    right: 'master',
    call: calls.product,
    answer: productAnswer,
    query,
    codes,
    notFound: errorCode.productNotOrderable,
  })
  async product(
    @Param('memberCodePartner') partner: string,
    @Param('product') product: string,
    @QueryTexts(parameters) asked: Texts<typeof parameters>,
    @Caller() caller: AccessTokenClaims,
  ) {
    const pair = await this.#pairOf(caller, asked.member_code_self, partner, errorCode.productNotOrderable);
    // A seller does not see how a buyer records the product.
    const isOwn = pair.buyer === (asked.member_code_self ?? caller.memberCode);
    const body = isOwn && isKey(product) ? await this.products.find(pair, product) : undefined;
    if (body === undefined) throw ApiRefusal.of(errorCode.productNotOrderable, { status: 404 });
    return { product: JSON.parse(`{${Buffer.from(body).toString()}`) as ShownProduct };
  }

  /** @throws ApiRefusal 404 if the caller does not see the member, or if the partner is not related to it */
  async #pairOf(
    { memberCode }: AccessTokenClaims,
    self: string | undefined,
    partner: string,
    unknown: ErrorCode,
  ): Promise<DeliveryPair> {
    const own = self ?? memberCode;
    const pair = isKey(own) && isKey(partner) ? await this.source.readPair(memberCode, own, partner) : [];
    if ('settings' in pair) return pair;
    throw ApiRefusal.of(unknown, { status: 404 });
  }
}

/** Whether a text can be a key of a database. */
function isKey(text: string): boolean {
  return !hasControlCharacter(text) && text.isWellFormed();
}
