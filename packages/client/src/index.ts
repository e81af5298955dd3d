export { type Acknowledge, Download, type DownloadOptions, type FetchPage } from './download.js';
export type { Fetch } from './exchange.js';
export {
  type DownloadCallOptions,
  type DownloadName,
  type Downloads,
  PlatformClient,
  type PlatformClientOptions,
  type UploadCallOptions,
} from './platform-client.js';
export {
  PlatformError,
  type PlatformErrorCode,
  type PlatformErrorDetails,
  type RecordRange,
} from './platform-error.js';
export type { Page } from './read-page.js';
export { defaultRetryPolicy, type RetryPolicy } from './retry.js';
export { MemoryTokenStorage, type StoredTokens, type TokenStorage } from './token-source.js';
