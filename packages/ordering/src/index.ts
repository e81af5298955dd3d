export { ChangeHistory } from './change/change-history.js';
export { type ChangeUntil, changeUntilRule } from './delivery/change-until.js';
export type { DeliveryExplanation, ExplainedStep } from './delivery/delivery-answer.js';
export { type DeliveryPair, DeliverySource } from './delivery/delivery-source.js';
export {
  type DeliveryLookup,
  ShortestDeliveryDates,
  type ShortestDeliveryDatesOptions,
} from './delivery/shortest-delivery-dates.js';
export { tradingTerms } from './delivery/trading-terms.js';
export type { DownloadCaller } from './download/download-caller.js';
export { type DownloadCriteria, downloadCriteria } from './download/download-criteria.js';
export { type DownloadFunction, downloadFunction } from './download/download-function.js';
export type { FollowedSource, RecordSnapshot, RecordSource } from './download/record-source.js';
export type { RenderedRecord } from './download/rendered-record.js';
export { type DownloadSources, downloadFunctions } from './download-functions.js';
export { calculateFcPrice } from './fc-price/calculate-fc-price.js';
export type { FcPriceRule, FcPriceScope, ScopeKey } from './fc-price/fc-price-rule.js';
export { type FcLine, FcPriceSource, type FcStore, type WantedLines } from './fc-price/fc-price-source.js';
export { type AskedPrice, FcPrices, type FcPricesOptions } from './fc-price/fc-prices.js';
export { Finder, type Found } from './find/finder.js';
export {
  type ChangedFields,
  type ChangedLine,
  type ChangedView,
  type HistoryAction,
  memberActor,
  type SlipActor,
  type SlipCaller,
  type SlipChange,
  slipActor,
} from './history/slip-change.js';
export {
  type FoundChange,
  type FoundSlip,
  type FoundView,
  type HistoryPage,
  SlipDirectory,
} from './history/slip-directory.js';
export {
  type AskedSlip,
  type SeenHistory,
  type SeenSlip,
  SlipStories,
  type UnseenSlip,
} from './history/slip-stories.js';
export {
  type ChunkReader,
  type ImportStore,
  importLines,
  type RowRemark,
  type SavedRows,
  type SaveRows,
} from './import/import-lines.js';
export type {
  ImportOptions,
  ImportProgress,
  ImportSummary,
  LineRemark,
  RemovalOptions,
  RemovalSummary,
} from './import/import-summary.js';
export type { LineFormat } from './import/line-format.js';
export { OrderingError, type OrderingErrorCode } from './import/ordering-error.js';
export type { ListPosition, ListScope } from './list/list-cursor.js';
export { type ListedElement, type ListPage, pageOf } from './list/list-page.js';
export { type FiltersOf, type ListQuery, ListSource, listQuery, nextCursor } from './list/list-query.js';
export {
  DeliveryPlaceList,
  type OrderFilters,
  OrderList,
  type OrderMasterFilters,
  OrderMasterList,
  type PartnerFilters,
  PartnerList,
} from './list/lists.js';
export type { MasterCriteria, MasterFilters } from './master/master-criteria.js';
export { MasterSource } from './master/master-source.js';
export { ProductDirectory, type ProductPair } from './master/product-directory.js';
export type { Member } from './member/member.js';
export { MemberDirectory } from './member/member-directory.js';
export type { RefusedMember } from './member/refused-member.js';
export { checkDigitOf, hasCheckDigit, isRegistrationNumber } from './member/registration-number.js';
export {
  conflictErrors,
  type GenerableSlip,
  type Generation,
  type GenerationPlace,
  type GenerationStep,
  generationStep,
  judgeGeneration,
} from './order/generate-orders.js';
export {
  type AcceptedOrder,
  memberErrors,
  type OrderJudge,
  type OrderJudgement,
  orderJudge,
  uploadNoError,
} from './order/judge-order.js';
export type { OrderAmounts, PricedLine } from './order/order-amounts.js';
export {
  type GeneratedOrders,
  type GenerationRequest,
  OrderGeneration,
  type OrderGenerationOptions,
} from './order/order-generation.js';
export type { OrderPair } from './order/order-pair.js';
export type { OrderProduct } from './order/order-product.js';
export { type AskedPair, askedPairs, OrderSource, pairKey } from './order/order-source.js';
export {
  OrderStore,
  type OrderToTake,
  type SentSlips,
  type SlipToSend,
  type StoredOrder,
  type TakenOrder,
} from './order/order-store.js';
export { type OrderUploadCriteria, orderUpload } from './order/order-upload.js';
export { type OrderPorts, type OrderUploadFunction, orderUploadFunction } from './order/order-upload-function.js';
export { type PlannedOrder, type PlannedOrderJudge, plannedOrderJudge } from './order/planned-order.js';
export { PlannedOrderSource, type PlannedPair, type PlannedPairData } from './order/planned-order-source.js';
export { firstVersion, isCurrentVersion, type StoredVersion } from './order/slip-version.js';
export { type SlipNumbers, type SlipViews, sentFields, slipViews, type TradeView } from './order/slip-views.js';
export { type PlacesOfOrders, takenOrders } from './order/taken-orders.js';
export { type BoundUploadNo, judgeUploadNo, type UploadNoUse } from './order/upload-number.js';
export { type OrderSlip, type UploadOutcome, uploadResult } from './order/upload-outcome.js';
export { orderDigest, type UploadedLine, type UploadedOrder } from './order/uploaded-order.js';
export { LineRefusal } from './record/line-refusal.js';
export { type SettingCriteria, type SettingFilters, SettingSource } from './setting/setting-source.js';
export type { SlipInputFunction } from './slip-input/slip-input-function.js';
export type { PlacesOfElements } from './slip-input/taken-results.js';
export { effectivePrice, type OrderDays, type PricedCatalogLine } from './tax/effective-price.js';
export type { InvoicingMember } from './tax/header-amounts.js';
export { type FcPart, type OrderedLine, type TradeAmounts, tradeAmounts } from './tax/trade-amounts.js';
export { DownloadMarks, parseReceipt, type SlipVersion } from './trade/download-marks.js';
export { noLife, type SlipLife } from './trade/slip-life.js';
export { type TradeCriteria, type TradeFilters, tradeCriteria } from './trade/trade-criteria.js';
export { TradeSource } from './trade/trade-source.js';
export {
  type DeliveredPlace,
  type DeliveredVersion,
  DeliveredVersions,
  deliveringFunction,
} from './trade-update/delivered-versions.js';
export { actionsOf, judgeUpdate } from './trade-update/judge-update.js';
export { type ActingMember, type PresentActions, presentActions } from './trade-update/present-actions.js';
export type { ActionRules } from './trade-update/slip-state.js';
export type { SlipUpdate, SlipUpdateLine } from './trade-update/slip-update.js';
export { takenUpdates } from './trade-update/taken-updates.js';
export { type TradeUpdateCriteria, tradeUpdate } from './trade-update/trade-update.js';
export { type TradeUpdateFunction, tradeUpdateFunction } from './trade-update/trade-update-function.js';
export {
  type AcceptedUpdate,
  type MadeUpdate,
  type SlipHead,
  type SlipReading,
  TradeUpdateStore,
  type UpdateCaller,
  type UpdatedPair,
  type UpdateToMake,
  type ViewHead,
} from './trade-update/trade-update-store.js';
export type {
  SidesViews,
  SlipAfterUpdate,
  StoredSlip,
  UpdateJudgement,
  UpdateToJudge,
} from './trade-update/update-judgement.js';
export type { BoundUpdateNo, UpdateAnswer } from './trade-update/update-number.js';
export { defaultUpdateSettings, type UpdateSettings } from './trade-update/update-settings.js';
export type { UpdatePorts } from './trade-update/updates-judge.js';
