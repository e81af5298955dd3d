import { codeLength, ownLimits } from '@trading-platform/domain-types';
import { AsManyAs, DigitsEach, Optional, PlacedCodeList, Required, ResponseType } from './rules.js';

/** Body of an order generation request. Elements at the same place in both lists belong together (Spec 4.11). */
export class OrderGenerateRequest {
  @ResponseType()
  response_type?: string;

  @Required()
  @PlacedCodeList(ownLimits.generatedOrders, codeLength.trade_id)
  trade_id_list!: readonly string[];

  @Optional()
  @PlacedCodeList(ownLimits.generatedOrders, ownLimits.versionDigits)
  @DigitsEach()
  @AsManyAs('trade_id_list')
  version_list?: readonly string[];
}
