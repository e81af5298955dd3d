import type { CrossOriginRules } from '@trading-platform/service';

/** The rules for scripts of other sites that call the data API in a browser (Spec 1). */
export const crossOriginRules: CrossOriginRules = {
  methods: ['GET', 'POST', 'DELETE'],
  requestHeaders: [
    'Authorization',
    'Content-Type',
    'Accept',
    'Idempotency-Key',
    'If-None-Match',
    'Prefer',
    'X-Request-Id',
    'Last-Event-ID',
    'traceparent',
    'tracestate',
  ],
  answerHeaders: [
    'Age',
    'Preference-Applied',
    'X-Change-Cursor',
    'X-Request-Id',
    'ETag',
    'Retry-After',
    'RateLimit-Limit',
    'RateLimit-Remaining',
    'RateLimit-Reset',
    'RateLimit-Policy',
    'WWW-Authenticate',
    'X-Range-Crc32',
    'X-Ignored-Fields',
  ],
  preflightSeconds: 7_200,
};
