export { BatchCheckRequest, BatchDeliveredRequest, type BatchGetRequest, batchGetRequest } from './batch-requests.js';
export { refusalCodes } from './compile-request.js';
export { DeliveryDateLookupElement, DeliveryDateLookupRequest } from './delivery-date-lookup-request.js';
export { FcPriceLookupElement, FcPriceLookupRequest } from './fc-price-lookup-request.js';
export { ignoredFieldsHeader } from './ignored-fields-header.js';
export { type JudgedBody, judgeBody } from './judge-body.js';
export { MasterDownloadRequest } from './master-download-request.js';
export type { MemberRight, NamedMember } from './named-member.js';
export { jsonBounds, UnreadableBodyError, type UnreadableReason } from './parse-body.js';
export { type ReadRequest, readRequest } from './read-request.js';
export type { NamedCodes, RefusedCodes } from './refused-members.js';
export { requestDigest } from './request-digest.js';
export { RequestRefusedError } from './request-refused-error.js';
export {
  Amount,
  CodeList,
  Day,
  DayTime,
  Digits,
  ElementList,
  type FieldRule,
  NamesMembers,
  NotBefore,
  OneOf,
  Optional,
  PeriodOfDays,
  type RelationRule,
  Required,
  ResponseType,
  SequenceNumber,
  SequenceRange,
  Text,
} from './rules.js';
export { BusinessHolidayDownloadRequest, PairSettingDownloadRequest } from './setting-download-requests.js';
export { type TradeDownloadRequest, tradeDownloadRequest } from './trade-download-request.js';
