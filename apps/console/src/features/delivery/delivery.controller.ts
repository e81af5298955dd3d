import { Get, HttpCode, Post, Query } from '@nestjs/common';
import { NeedsRight } from '@trading-platform/auth-core/nest';
import {
  apiPaths,
  formatTokyoDateTime,
  type OrderMasterListAnswer,
  type PartnerListAnswer,
} from '@trading-platform/domain-types';
import { JsonBody } from '@trading-platform/service';
import type { DeliveryDateAnswer, DeliveryDateQuestion, PartnersAnswer, ProductsAnswer } from '../../../wire/index.js';
import { objectBody } from '../../http/object-body.js';
import { cursorOf } from '../../http/page-cursor.js';
import { consolePartner } from '../../platform/console-partner.js';
import { explainDelivery } from '../../platform/explained-delivery.js';
import { PlatformCalls } from '../../platform/platform-calls.js';
import { ConsoleApi } from '../../session/console-api.js';
import { SignedIn } from '../../session/session.guard.js';
import type { LiveSession } from '../../session/session-keeper.js';

/** Delivery dates and the reasons for them. */
@ConsoleApi('api')
export class DeliveryController {
  constructor(private readonly platform: PlatformCalls) {}

  @Post('delivery-date')
  @NeedsRight('lookup')
  @HttpCode(200)
  async ask(@SignedIn() live: LiveSession, @JsonBody() body: unknown): Promise<DeliveryDateAnswer> {
    const { member_code_self = live.claims.memberCode, send_date, ...rest } = objectBody(body);
    const sentAt = send_date === undefined || send_date === '' ? formatTokyoDateTime(Date.now()) : send_date;
    const question = { ...rest, member_code_self, send_date: sentAt } as unknown as DeliveryDateQuestion;
    return { products: await explainDelivery(this.platform.clientOf(live), question), question };
  }

  @Get('partners')
  @NeedsRight('list')
  async partners(@SignedIn() live: LiveSession, @Query('cursor') cursor: unknown): Promise<PartnersAnswer> {
    const body = await this.platform.clientOf(live).call(apiPaths.partnerList, cursorOf(cursor));
    const { partner_list: partners, next_cursor: nextCursor } = body as unknown as PartnerListAnswer;
    return {
      partners: partners.map(consolePartner),
      ...(nextCursor === '' ? {} : { nextCursor }),
    };
  }

  @Get('products')
  @NeedsRight('list')
  async products(@SignedIn() live: LiveSession, @Query('cursor') cursor: unknown): Promise<ProductsAnswer> {
    const body = await this.platform.clientOf(live).call(apiPaths.orderMasterList, cursorOf(cursor));
    const { catalog_list: lines, next_cursor: nextCursor } = body as unknown as OrderMasterListAnswer;
    return {
      products: lines.map((line) => ({
        catalogId: line.catalog_id,
        name: line.item_name,
        spec: line.item_spec,
        unit: line.prod_unit_name,
        privateItemCode: line.private_item_code,
        leadTime: line.lead_time,
      })),
      ...(nextCursor === '' ? {} : { nextCursor }),
    };
  }
}
