export type { DeliveryExplanation, ExplainedStep } from './delivery/delivery-answer.js';
export { type DeliveryPair, DeliverySource } from './delivery/delivery-source.js';
export {
  type DeliveryLookup,
  ShortestDeliveryDates,
  type ShortestDeliveryDatesOptions,
} from './delivery/shortest-delivery-dates.js';
export type { Download } from './download/download.js';
export type { DownloadCaller } from './download/download-caller.js';
export { type DownloadFunction, downloadFunction } from './download/download-function.js';
export type { RecordSnapshot, RecordSource } from './download/record-source.js';
export type { RenderedRecord } from './download/rendered-record.js';
export { calculateFcPrice } from './fc-price/calculate-fc-price.js';
export type { FcPriceRule, FcPriceScope, ScopeKey } from './fc-price/fc-price-rule.js';
export { type FcLine, FcPriceSource, type FcStore, type WantedLines } from './fc-price/fc-price-source.js';
export { FcPrices, type FcPricesOptions } from './fc-price/fc-prices.js';
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
export {
  type BuyCriteria,
  type CatalogCriteria,
  type MasterCriteria,
  type MasterFilters,
  masterCriteria,
} from './master/master-criteria.js';
export { MasterSource, masterDownload } from './master/master-download.js';
export { isVisible } from './member/is-visible.js';
export type { Member } from './member/member.js';
export { MemberDirectory } from './member/member-directory.js';
export type { RefusedMember } from './member/refused-member.js';
export { checkDigitOf, hasCheckDigit, isRegistrationNumber } from './member/registration-number.js';
export { LineRefusal } from './record/line-refusal.js';
export { type SettingCriteria, type SettingFilters, settingCriteria } from './setting/setting-criteria.js';
export { type SettingDownload, SettingSource, settingDownloads } from './setting/setting-downloads.js';
export { type SettingKind, settingKinds } from './setting/setting-kind.js';
export { effectivePrice, type OrderDays, type PricedCatalogLine } from './tax/effective-price.js';
export type { InvoicingMember } from './tax/header-amounts.js';
export { type FcPart, type OrderedLine, type TradeAmounts, tradeAmounts } from './tax/trade-amounts.js';
export { DownloadMarks } from './trade/download-marks.js';
export {
  type ItemCode,
  type SlipDate,
  type TradeCriteria,
  type TradeFilters,
  tradeCriteria,
} from './trade/trade-criteria.js';
export { TradeSource, tradeDownload } from './trade/trade-download.js';
