import { Get, Query } from '@nestjs/common';
import { NeedsRight } from '@trading-platform/auth-core/nest';
import { flag } from '@trading-platform/domain-types';
import type { FindAnswer } from '../../../wire/index.js';
import { ConsoleError } from '../../http/console-error.js';
import { consoleBatch } from '../../platform/console-batch.js';
import { PlatformCalls } from '../../platform/platform-calls.js';
import { ConsoleApi } from '../../session/console-api.js';
import { SignedIn } from '../../session/session.guard.js';
import type { LiveSession } from '../../session/session-keeper.js';

/** Finds single records of all kinds by one text. The platform judges the right for each kind. */
@ConsoleApi('api/find')
export class FindController {
  constructor(private readonly platform: PlatformCalls) {}

  @Get()
  @NeedsRight()
  async find(@SignedIn() live: LiveSession, @Query('text') text: unknown): Promise<FindAnswer> {
    if (typeof text !== 'string' || text.trim() === '') throw new ConsoleError('wrong-call', 'text must be a text');
    const found = await this.platform.clientOf(live).find(text);
    const tradeIds = new Set(found.slip_list.map((slip) => slip.trade_id));
    return {
      slips: found.slip_list.map((slip) => ({
        tradeId: slip.trade_id,
        checkNumber: slip.check_number,
        uploadNo: slip.upload_no,
        statusCode: slip.status_code,
        partnerName: slip.member_name_partner || slip.member_code_partner,
        orderDay: slip.order_day,
      })),
      orders: found.order_list
        .filter((order) => !tradeIds.has(order.trade_id))
        .map((order) => ({ uploadNo: order.upload_no, tradeId: order.trade_id, checkNumber: order.check_number })),
      batches: found.batch_list.map((batch) => {
        const { batchId, functionName, state, refusedCount, requestedAt } = consoleBatch(batch);
        return { batchId, functionName, state, refusedCount, requestedAt };
      }),
      products: found.product_list.map((product) => ({
        sellerMemberCode: product.member_code_partner,
        sellerName: product.member_name_partner || product.member_code_partner,
        itemId: product.item_id,
        name: product.item_name || product.item_id,
        spec: product.item_spec,
        code: product.private_item_code || product.item_id,
      })),
      partners: found.partner_list.map((partner) => ({
        memberCode: partner.member_code_partner,
        name: partner.member_name_partner || partner.member_code_partner,
        customerCode: partner.customer_code,
      })),
      isComplete: found.complete_flg === flag.on,
    };
  }
}
