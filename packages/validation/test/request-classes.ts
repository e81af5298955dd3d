import {
  batchCheckRequest,
  batchDeliveredRequest,
  batchGetRequest as batchGetFields,
  businessHolidayRequest,
  deliveryDateQuestion,
  deliveryDateRequest,
  deliveryPlaceListRequest,
  fcPriceQuestion,
  fcPriceRequest,
  masterRequest,
  nonTradingDayRequest,
  orderBlockRequest,
  orderClosingRequest,
  orderGenerateRequest,
  orderListRequest,
  orderMasterListRequest,
  partnerListRequest,
  type RecordDefinition,
  tradeRequest,
  uploadLine,
  uploadOrder,
  uploadRequest,
} from '@trading-platform/domain-types';
import {
  BatchCheckRequest,
  BatchDeliveredRequest,
  BusinessHolidayDownloadRequest,
  batchGetRequest,
  DeliveryDateLookupElement,
  DeliveryDateLookupRequest,
  DeliveryPlaceListRequest,
  FcPriceLookupElement,
  FcPriceLookupRequest,
  MasterDownloadRequest,
  OrderGenerateRequest,
  OrderListRequest,
  OrderMasterListRequest,
  OrderUploadLine,
  OrderUploadOrder,
  OrderUploadRequest,
  PairSettingDownloadRequest,
  PartnerListRequest,
  tradeDownloadRequest,
} from '../src/index.js';

export type RequestClass = new () => object;

/** Limits that an installation may set; without them there are none. */
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
    ['MasterDownloadRequest', MasterDownloadRequest, [masterRequest]],
    ['TradeDownloadRequest', tradeDownloadRequest(periodDays), [tradeRequest]],
    [
      'PairSettingDownloadRequest',
      PairSettingDownloadRequest,
      [nonTradingDayRequest, orderClosingRequest, orderBlockRequest],
    ],
    ['BusinessHolidayDownloadRequest', BusinessHolidayDownloadRequest, [businessHolidayRequest]],
    ['DeliveryDateLookupRequest', DeliveryDateLookupRequest, [deliveryDateRequest]],
    ['DeliveryDateLookupElement', DeliveryDateLookupElement, [deliveryDateQuestion]],
    ['FcPriceLookupRequest', FcPriceLookupRequest, [fcPriceRequest]],
    ['FcPriceLookupElement', FcPriceLookupElement, [fcPriceQuestion]],
    ['OrderUploadRequest', OrderUploadRequest, [uploadRequest]],
    ['OrderUploadOrder', OrderUploadOrder, [uploadOrder]],
    ['OrderUploadLine', OrderUploadLine, [uploadLine]],
    ['OrderGenerateRequest', OrderGenerateRequest, [orderGenerateRequest]],
    ['PartnerListRequest', PartnerListRequest, [partnerListRequest]],
    ['OrderMasterListRequest', OrderMasterListRequest, [orderMasterListRequest]],
    ['DeliveryPlaceListRequest', DeliveryPlaceListRequest, [deliveryPlaceListRequest]],
    ['OrderListRequest', OrderListRequest, [orderListRequest]],
  ] satisfies readonly (readonly [string, RequestClass, readonly RecordDefinition[]])[];
}
