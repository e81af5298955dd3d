export { BatchCheckRequest, BatchDeliveredRequest, type BatchGetRequest, batchGetRequest } from './batch-requests.js';
export { refusalCodes } from './compile-request.js';
export { DeliveryDateLookupElement, DeliveryDateLookupRequest } from './delivery-date-lookup-request.js';
export { downloadRequest } from './download-request.js';
export {
  EventEndpointActionRequest,
  EventEndpointChangeRequest,
  EventEndpointReplayRequest,
  EventEndpointRequest,
} from './event-endpoint-requests.js';
export { FcPriceLookupElement, FcPriceLookupRequest } from './fc-price-lookup-request.js';
export { ignoredFieldsHeader } from './ignored-fields-header.js';
export { type JudgedBody, judgeBody } from './judge-body.js';
export {
  DeliveryPlaceListRequest,
  OrderListRequest,
  OrderMasterListRequest,
  PartnerListRequest,
} from './list-requests.js';
export type { MemberRight } from './named-member.js';
export { OrderGenerateRequest } from './order-generate-request.js';
export { OrderUploadLine, OrderUploadOrder, OrderUploadRequest } from './order-upload-request.js';
export { UnreadableBodyError, type UnreadableReason } from './parse-body.js';
export { type ReadRequest, readRequest } from './read-request.js';
export type { NamedCodes, RefusedCodes } from './refused-members.js';
export { requestDigest } from './request-digest.js';
export { RequestRefusedError } from './request-refused-error.js';
export {
  Amount,
  AsManyAs,
  Code,
  CodeList,
  Count,
  Cursor,
  Day,
  DayTime,
  Digits,
  DigitsEach,
  DistinctIn,
  ElementList,
  ElementListBy,
  ElementsInAll,
  type FieldRule,
  type ListRelationRule,
  NamesMembers,
  NotBefore,
  NotBeside,
  NotTaken,
  OneOf,
  Optional,
  PeriodOfDays,
  PlacedCodeList,
  Quantity,
  type RelationRule,
  Required,
  RequiredBeside,
  RequiredUnless,
  ResponseType,
  SequenceNumber,
  SequenceRange,
  Text,
  TimeOfDay,
} from './rules.js';
export {
  AnyTradeUpdateLine,
  AnyTradeUpdateSlip,
  type TradeUpdateLine,
  TradeUpdateRequest,
  type TradeUpdateSlip,
} from './trade-update-request.js';
