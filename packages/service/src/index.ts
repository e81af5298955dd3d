export type { BodyPortion } from './bodies/body-memory.js';
export { BytesBody, type BytesTaken, JsonBody, smallJsonBytes } from './bodies/body-of-call.js';
export { type BodyRefusal, BodyRefused, type RefusedBody } from './bodies/body-refused.js';
export { isUtf8Name, mediaTypeOf } from './bodies/media-type.js';
export { UnreadBody } from './bodies/unread-body.js';
export { BUILD_INFO, type BuildInfo, readVersion } from './build-info.js';
export type { CrossOriginRules } from './cross-origin.js';
export { type DependencyEffect, Readiness, type ReadinessCheck } from './health/readiness.js';
export { isUnavailable, unavailableForSeconds } from './is-unavailable.js';
export { type LandingLink, type LandingPage, landingHeaders, renderLandingPage } from './landing/landing-page.js';
export { plainPageHeaders } from './landing/plain-page-headers.js';
export { languageOf, type PageLanguage, prefersPage } from './landing/reader-wishes.js';
export { MethodNotAllowed } from './method-not-allowed.js';
export type { CacheLookups, CacheTallies } from './metrics/cache-tallies.js';
export type { DatabaseGauges, UsedDatabase } from './metrics/database-gauges.js';
export { Metrics } from './metrics/metrics.js';
export type { Read, Reading } from './metrics/readings.js';
export { runService } from './run-service.js';
export {
  defaultRequestBounds,
  ENV,
  type RequestBounds,
  type RunningService,
  type ServiceEnv,
  type ServiceOptions,
} from './service-options.js';
export {
  defineSetting,
  type Environment,
  eventPushSettings,
  platformSettings,
  readSettings,
  type Setting,
  type SettingDefinitions,
  type Settings,
  SettingsError,
  segmentSettings,
  serviceSettings,
  settingTypes,
  updateRuleSettings,
} from './settings/index.js';
export { startFailureText } from './start-failure-text.js';
export { startService } from './start-service.js';
export {
  errorKind,
  type NewSpan,
  type OpenSpan,
  type SpanAttributes,
  type SpanEnd,
  type TraceFields,
  type TraceHeaders,
  Tracing,
} from './tracing/tracing.js';
export { WatchedDatabases } from './tracing/watch-databases.js';
