import { Get, NotFoundException, Param, Query } from '@nestjs/common';
import { NeedsRight } from '@trading-platform/auth-core/nest';
import {
  apiPaths,
  type CatalogLine,
  type FcPriceAnswer,
  formatTokyoDate,
  formatTokyoDateTime,
  type PartnerListAnswer,
  type ShownProduct,
} from '@trading-platform/domain-types';
import type {
  DeliveryDateOfProduct,
  PartnerAnswer,
  PartnerTermsAnswer,
  ProductAnswer,
  ProductLine,
} from '../../../wire/index.js';
import { consolePartner } from '../../platform/console-partner.js';
import { explainDelivery } from '../../platform/explained-delivery.js';
import { PlatformCalls } from '../../platform/platform-calls.js';
import { ConsoleApi } from '../../session/console-api.js';
import { SignedIn } from '../../session/session.guard.js';
import type { LiveSession } from '../../session/session-keeper.js';
import { pricedLine } from './price-reason.js';

/**
 * The maximum number of lines to look up. A product has few lines in one order master, and looking up more would take
 * long.
 */
const linesAsked = 20;

/** Shows single partners, their terms with the member, and single products. */
@ConsoleApi('api/partners')
export class PartnersController {
  constructor(private readonly platform: PlatformCalls) {}

  @Get(':partner')
  @NeedsRight('list')
  async partner(
    @SignedIn() live: LiveSession,
    @Param('partner') partner: string,
    @Query('self') self: unknown,
  ): Promise<PartnerAnswer> {
    const body = await this.platform
      .clientOf(live)
      .call(apiPaths.partnerList, { client_member_code_list: [partner], ...selfOf(self) });
    const [found] = (body as unknown as PartnerListAnswer).partner_list;
    if (found === undefined) throw new NotFoundException();
    return consolePartner(found);
  }

  @Get(':partner/terms')
  @NeedsRight('setting')
  async terms(
    @SignedIn() live: LiveSession,
    @Param('partner') partner: string,
    @Query('self') self: unknown,
  ): Promise<PartnerTermsAnswer> {
    const asked = { memberCodeSelf: selfOf(self).member_code_self };
    return { terms: await this.platform.clientOf(live).partners.terms(partner, asked) };
  }

  @Get(':partner/products/:product')
  @NeedsRight('master')
  async product(
    @SignedIn() live: LiveSession,
    @Param('partner') partner: string,
    @Param('product') id: string,
    @Query('self') self: unknown,
  ): Promise<ProductAnswer> {
    const asked = { memberCodeSelf: selfOf(self).member_code_self };
    const product = await this.platform.clientOf(live).products.get(partner, id, asked);
    return { product, lines: await this.#linesOf(live, product, partner) };
  }

  /** If the console may not look up dates and prices, it shows the lines without them. */
  async #linesOf(live: LiveSession, product: ShownProduct, partner: string): Promise<readonly ProductLine[]> {
    const lines = product.catalog.slice(0, linesAsked);
    const may = live.claims.rights.includes('lookup');
    const member = product.member_code;
    const deliveries = may ? await this.#deliveriesOf(live, { member, partner, lines }) : new Map<string, never>();
    const today = formatTokyoDate(Date.now());
    const priced = lines.map((line): ProductLine => {
      const delivery = deliveries.get(line.catalog_id);
      const days = { order: today, delivery: delivery?.shortestDay ?? today };
      return { catalogId: line.catalog_id, ...pricedLine(line, days), ...(delivery === undefined ? {} : { delivery }) };
    });
    return may ? this.#withFcPrices(live, member, priced) : priced;
  }

  async #deliveriesOf(
    live: LiveSession,
    {
      member,
      partner,
      lines,
    }: { readonly member: string; readonly partner: string; readonly lines: readonly CatalogLine[] },
  ): Promise<ReadonlyMap<string, DeliveryDateOfProduct>> {
    const asked = lines.filter(({ catalog_id }) => catalog_id !== '');
    if (asked.length === 0) return new Map();
    const told = await explainDelivery(this.platform.clientOf(live), {
      member_code_self: member,
      member_code_partner: partner,
      send_date: formatTokyoDateTime(Date.now()),
      details_list: asked.map(({ catalog_id }) => ({ catalog_id })),
    });
    return new Map(told.map((each) => [each.catalogId, each]));
  }

  async #withFcPrices(
    live: LiveSession,
    member: string,
    lines: readonly ProductLine[],
  ): Promise<readonly ProductLine[]> {
    const asked = lines.filter(({ catalogId }) => catalogId !== '');
    if (asked.length === 0) return lines;
    const today = formatTokyoDate(Date.now());
    const answer = await this.platform.clientOf(live).call(apiPaths.fcPrice, {
      item: asked.map(({ catalogId, price, delivery }) => ({
        member_code_store: member,
        catalog_id: catalogId,
        price,
        order_send_date: today,
        delivery_date: delivery?.shortestDay ?? today,
      })),
    });
    const prices = new Map(
      (answer as unknown as FcPriceAnswer).item.flatMap((item) =>
        item.detail_err_list.length === 0 ? [[item.catalog_id, item.fc_price] as const] : [],
      ),
    );
    return lines.map((line) => {
      const fcPrice = prices.get(line.catalogId);
      return fcPrice === undefined ? line : { ...line, fcPrice };
    });
  }
}

function selfOf(self: unknown): { readonly member_code_self?: string } {
  return typeof self === 'string' && self !== '' ? { member_code_self: self } : {};
}
