import { HttpCode, Post } from '@nestjs/common';
import { apiPaths } from '@trading-platform/domain-types';
import { FcPrices } from '@trading-platform/ordering';
import { FcPriceLookupRequest } from '@trading-platform/validation';
import { DataApi } from '../../caller/data-api.js';
import { Call } from '../../http/call.js';
import { CallOf } from '../../http/call-of.js';

/** FC price (Spec 4.9). */
@DataApi()
export class FcPriceController {
  constructor(private readonly prices: FcPrices) {}

  @Post(apiPaths.fcPrice)
  @HttpCode(200)
  lookUp(@CallOf(FcPriceLookupRequest) call: Call<FcPriceLookupRequest>) {
    return call.served(this.prices.lookUp(call.body, call.caller.memberCode).then((item) => ({ item })));
  }
}
