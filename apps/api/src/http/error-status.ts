import type { ErrorCode } from '@trading-platform/domain-types';

/**
 * The HTTP status for each error code with which a whole call can be refused (Spec 7). The table also contains the error
 * codes of single items, although a whole call is never refused with them.
 */
export const errorStatus: Readonly<Record<ErrorCode, number>> = {
  E000001: 400,
  E000002: 400,
  E000003: 400,
  E000004: 400,
  E000005: 400,
  E000006: 400,
  E000007: 400,
  E000008: 400,
  E000009: 400,
  E000010: 400,
  E000011: 400,
  E000012: 400,
  E000013: 409,
  E000014: 400,
  E000015: 400,
  E000016: 400,
  E000017: 400,
  E000018: 400,
  E000019: 422,
  E000020: 400,
  E000021: 409,
  E000022: 400,
  E000023: 410,
  E100001: 403,
  E100002: 401,
  E100003: 429,
  E700001: 400,
  E700002: 415,
  E700003: 406,
  E700004: 404,
  E700005: 405,
  E700006: 413,
  E900001: 500,
  E900002: 503,
};
