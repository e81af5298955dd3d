import { Body, Header, HttpCode, Post, Req } from '@nestjs/common';
import type { AccessTokenClaims } from '@trading-platform/auth-core';
import { Caller } from '@trading-platform/auth-core/nest';
import {
  apiPaths,
  deliveryPlaceListAnswer,
  deliveryPlaceListRequest,
  errorCode,
  orderListAnswer,
  orderListRequest,
  orderMasterListAnswer,
  orderMasterListRequest,
  partnerListAnswer,
  partnerListRequest,
} from '@trading-platform/domain-types';
import { calls } from '@trading-platform/domain-types/calls';
import {
  DeliveryPlaceList,
  type FiltersOf,
  type ListSource,
  listQuery,
  nextCursor,
  OrderList,
  OrderMasterList,
  PartnerList,
} from '@trading-platform/ordering';
import {
  DeliveryPlaceListRequest,
  OrderListRequest,
  OrderMasterListRequest,
  PartnerListRequest,
} from '@trading-platform/validation';
import type { FastifyRequest } from 'fastify';
import { DataApi } from '../../caller/data-api.js';
import { ApiRefusal } from '../../http/api-refusal.js';
import { renderedList } from '../../http/envelope.js';
import { Operation } from '../../reference/operation.decorator.js';

/** Serves the lists of a member's partners, products, delivery places and orders (Spec 4.11). */
@DataApi('Lists')
export class ListController {
  constructor(
    private readonly partners: PartnerList,
    private readonly orderMaster: OrderMasterList,
    private readonly deliveryPlaces: DeliveryPlaceList,
    private readonly orders: OrderList,
  ) {}

  @Post(apiPaths.partnerList)
  @HttpCode(200)
  @Operation({
    right: 'list',
    call: calls.partnerList,
    request: partnerListRequest,
    answer: partnerListAnswer,
  })
  async listPartners(@Body() request: PartnerListRequest, @Caller() caller: AccessTokenClaims) {
    const { elements, next_cursor } = await readPage(this.partners, request, caller);
    return { partner_list: elements, next_cursor };
  }

  /** The elements of this list are sent in the form in which they are stored. */
  @Post(apiPaths.orderMasterList)
  @HttpCode(200)
  @Header('Content-Type', 'application/json; charset=utf-8')
  @Operation({
    right: 'list',
    call: calls.orderMasterList,
    request: orderMasterListRequest,
    answer: orderMasterListAnswer,
  })
  async listOrderMaster(
    @Body() request: OrderMasterListRequest,
    @Caller() caller: AccessTokenClaims,
    @Req() { id }: FastifyRequest,
  ): Promise<Buffer> {
    const { elements, ...end } = await readPage(this.orderMaster, request, caller);
    return renderedList(id, 'catalog_list', elements, end);
  }

  @Post(apiPaths.deliveryPlaceList)
  @HttpCode(200)
  @Operation({
    right: 'list',
    call: calls.deliveryPlaceList,
    request: deliveryPlaceListRequest,
    answer: deliveryPlaceListAnswer,
  })
  async listDeliveryPlaces(@Body() request: DeliveryPlaceListRequest, @Caller() caller: AccessTokenClaims) {
    const { elements, next_cursor } = await readPage(this.deliveryPlaces, request, caller);
    return { delivery_place_list: elements, next_cursor };
  }

  @Post(apiPaths.orderList)
  @HttpCode(200)
  @Operation({
    right: 'list',
    call: calls.orderList,
    request: orderListRequest,
    answer: orderListAnswer,
  })
  async listOrders(@Body() request: OrderListRequest, @Caller() caller: AccessTokenClaims) {
    const { elements, next_cursor } = await readPage(this.orders, request, caller);
    return { order_list: elements, next_cursor };
  }
}

/** @throws ApiRefusal E000002 for a cursor that does not come from an answer of this list */
async function readPage<Request extends DeliveryPlaceListRequest, Element>(
  source: ListSource<FiltersOf<Request>, Element>,
  request: Request,
  { memberCode }: AccessTokenClaims,
) {
  const query = listQuery(source, request, memberCode);
  if (query === undefined) throw ApiRefusal.of(errorCode.wrongFormat, { item: 'cursor' });
  const page = await source.read(query);
  return { elements: page.elements, next_cursor: nextCursor(query, page) };
}
