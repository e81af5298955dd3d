import {
  batchCheckRequest,
  batchDeliveredRequest,
  batchGetRequest as batchGetFields,
  type DownloadName,
  deliveryDateQuestion,
  deliveryDateRequest,
  deliveryPlaceListRequest,
  downloads,
  eventEndpointActionRequest,
  eventEndpointChangeRequest,
  eventEndpointReplayRequest,
  eventEndpointRequest,
  fcPriceQuestion,
  fcPriceRequest,
  orderGenerateRequest,
  orderListRequest,
  orderMasterListRequest,
  partnerListRequest,
  type RecordDefinition,
  updateLine,
  updateRequest,
  updateSlip,
  uploadLine,
  uploadOrder,
  uploadRequest,
} from '@trading-platform/domain-types';
import {
  AnyTradeUpdateLine,
  AnyTradeUpdateSlip,
  BatchCheckRequest,
  BatchDeliveredRequest,
  batchGetRequest,
  DeliveryDateLookupElement,
  DeliveryDateLookupRequest,
  DeliveryPlaceListRequest,
  downloadRequest,
  EventEndpointActionRequest,
  EventEndpointChangeRequest,
  EventEndpointReplayRequest,
  EventEndpointRequest,
  FcPriceLookupElement,
  FcPriceLookupRequest,
  OrderGenerateRequest,
  OrderListRequest,
  OrderMasterListRequest,
  OrderUploadLine,
  OrderUploadOrder,
  OrderUploadRequest,
  PartnerListRequest,
  TradeUpdateRequest,
} from '../src/index.js';

export type RequestClass = new () => object;

/** Optional limits of an installation. */
export interface RequestLimits {
  readonly periodDays?: number;
  readonly recordsPerGet?: number;
}

/** Every request class with its name and the definitions that it reads. */
export function requestClasses({ periodDays, recordsPerGet }: RequestLimits = {}) {
  return [
    ['BatchCheckRequest', BatchCheckRequest, [batchCheckRequest]],
    ['BatchGetRequest', batchGetRequest(recordsPerGet), [batchGetFields]],
    ['BatchDeliveredRequest', BatchDeliveredRequest, [batchDeliveredRequest]],
    ...(Object.keys(downloads) as DownloadName[]).map(
      (name) => [name, downloadRequest(name, periodDays), [downloads[name].request]] as const,
    ),
    ['DeliveryDateLookupRequest', DeliveryDateLookupRequest, [deliveryDateRequest]],
    ['DeliveryDateLookupElement', DeliveryDateLookupElement, [deliveryDateQuestion]],
    ['FcPriceLookupRequest', FcPriceLookupRequest, [fcPriceRequest]],
    ['FcPriceLookupElement', FcPriceLookupElement, [fcPriceQuestion]],
    ['OrderUploadRequest', OrderUploadRequest, [uploadRequest]],
    ['OrderUploadOrder', OrderUploadOrder, [uploadOrder]],
    ['OrderUploadLine', OrderUploadLine, [uploadLine]],
    ['OrderGenerateRequest', OrderGenerateRequest, [orderGenerateRequest]],
    ['TradeUpdateRequest', TradeUpdateRequest, [updateRequest]],
    ['AnyTradeUpdateSlip', AnyTradeUpdateSlip, [updateSlip]],
    ['AnyTradeUpdateLine', AnyTradeUpdateLine, [updateLine]],
    ['PartnerListRequest', PartnerListRequest, [partnerListRequest]],
    ['OrderMasterListRequest', OrderMasterListRequest, [orderMasterListRequest]],
    ['DeliveryPlaceListRequest', DeliveryPlaceListRequest, [deliveryPlaceListRequest]],
    ['OrderListRequest', OrderListRequest, [orderListRequest]],
    ['EventEndpointRequest', EventEndpointRequest, [eventEndpointRequest]],
    ['EventEndpointChangeRequest', EventEndpointChangeRequest, [eventEndpointChangeRequest]],
    ['EventEndpointActionRequest', EventEndpointActionRequest, [eventEndpointActionRequest]],
    ['EventEndpointReplayRequest', EventEndpointReplayRequest, [eventEndpointReplayRequest]],
  ] satisfies readonly (readonly [string, RequestClass, readonly RecordDefinition[]])[];
}
