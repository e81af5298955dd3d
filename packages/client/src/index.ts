export type { DeviceSignIn } from './auth/device-sign-in.js';
export type { SignIn } from './auth/sign-in.js';
export { MemoryTokenStore, type StoredTokens, type TokenStore } from './auth/token-store.js';
export type { BatchFunctionName, BatchFunctions, DownloadName } from './batches/batch-function.js';
export type {
  BatchOptions,
  BatchPosition,
  BatchRequestOptions,
  DownloadOptions,
  FetchOptions,
  FinishedBatch,
  Progress,
  ResumeOptions,
} from './batches/batch-options.js';
export type { Download, RecordLines } from './batches/download.js';
export type { AnyCallOptions, CallOptions } from './calls/data-api.js';
export type { List } from './calls/list.js';
export { clientVariables, type Environment, type PlatformClientOptions } from './client-settings.js';
export {
  PlatformError,
  type PlatformErrorDetails,
  type RecordRange,
} from './errors/platform-error.js';
export type { PlatformErrorCode } from './errors/platform-error-code.js';
export type { BatchCalls, FoundRecord, RecordSearch, RemovedKey } from './groups/batches.js';
export type { DownloadCalls, SettingsCalls } from './groups/downloads.js';
export type {
  CursorStore,
  EventCalls,
  EventFilters,
  EventListOptions,
  EventPage,
  FollowOptions,
} from './groups/events.js';
export type { PartnerCalls, PartnerOptions, PlaceCalls, ProductCalls } from './groups/lists.js';
export type { DeliveryCalls, FcCalls } from './groups/lookups.js';
export type { OrderCalls, UpdateBy, UpdateOptions, UploadOptions } from './groups/orders.js';
export type { TradeCalls, TradeOptions } from './groups/trades.js';
export { type Findings, PlatformClient } from './platform-client.js';
export {
  type VerifyWebhookOptions,
  verifyWebhook,
  WebhookError,
  type WebhookErrorCode,
  type WebhookHeaders,
} from './webhook/verify-webhook.js';
export type { Fetch } from './wire/exchange.js';
export type { IgnoredFields, OnIgnoredFields } from './wire/ignored-fields.js';
export type { OnPause, Pause } from './wire/pause.js';
export { defaultRetryPolicy, type RetryPolicy } from './wire/retry.js';
