/**
 * Every error code of the data API (Spec 7): its name in the code, its meaning, and the default text of `error_detail`.
 */
export const errorTable = {
  E000001: {
    name: 'missing',
    meaning: 'a required field is missing',
    detail: 'This field is required: send a value.',
  },
  E000002: {
    name: 'wrongFormat',
    meaning: 'wrong type or format (dates that do not exist included)',
    detail: 'The value has the wrong type or format: send it as the contract describes.',
  },
  E000003: { name: 'tooLong', meaning: 'too long', detail: 'The value is too long: shorten it.' },
  E000004: {
    name: 'notAllowed',
    meaning: 'value outside the allowed set',
    detail: 'The value is not one of the allowed ones: send one of those.',
  },
  E000005: {
    name: 'fromAfterTo',
    meaning: 'from is after to',
    detail: 'The start is after the end: exchange or correct them.',
  },
  E000006: {
    name: 'periodTooLong',
    meaning: 'period longer than this installation allows',
    detail: 'The period is too long: ask for a shorter one.',
  },
  E000007: {
    name: 'tooManyElements',
    meaning: 'too many list elements',
    detail: 'The list has too many elements: split it over several requests.',
  },
  E000008: {
    name: 'memberNotVisible',
    meaning: 'member code unknown, without the needed relation, or not visible to the caller',
    detail: 'This member code is unknown, has no relation to you, or is not visible to you: check it.',
  },
  E000009: {
    name: 'batchUnknown',
    meaning: 'batch unknown, of another function or caller, or expired',
    detail: 'There is no such batch for this function and caller, or it has expired: request a new one.',
  },
  E000010: {
    name: 'batchNotFinished',
    meaning: 'batch not finished, aborted or failed: nothing to get',
    detail: 'The batch has no records to get: confirm it first and get when batch_flg is 3.',
  },
  E000011: {
    name: 'rangeInvalid',
    meaning: 'sequence range invalid, or wider than this installation allows',
    detail: 'The sequence range is invalid or too wide: start at 1 or later and ask for fewer records.',
  },
  E000012: {
    name: 'productNotOrderable',
    meaning: 'product unknown or not orderable',
    detail: 'This product is unknown or cannot be ordered: check it in the order master.',
  },
  E000013: {
    name: 'updatedElsewhere',
    meaning: 'exclusive control: another update was applied first',
    detail: 'Another update was applied first: read the current state and try again.',
  },
  E000014: {
    name: 'orderingBlocked',
    meaning: 'ordering is blocked (order block)',
    detail: 'Ordering between these members is blocked: ask the seller.',
  },
  E000015: {
    name: 'duplicate',
    meaning: 'duplicate: upload_no, update_no or a slip twice in one request, or used before with other content',
    detail: 'This element is there twice: send it once.',
  },
  E000016: {
    name: 'noDeliveryDate',
    meaning: 'no delivery date can be found within 366 days',
    detail: 'No delivery date can be found within 366 days: ask the seller about its settings.',
  },
  E000017: {
    name: 'hopedDateImpossible',
    meaning: 'wished delivery date is earlier than the shortest one, or is a non-trading day',
    detail: 'The wished delivery date is not possible: choose the shortest date or a later trading day.',
  },
  E000018: {
    name: 'quantityAgainstLot',
    meaning:
      'quantity below the minimum lot, not a multiple of the lot, or beyond what an update allows; amount beyond 12 digits before the point',
    detail:
      'The quantity or amount is not possible: order at least the minimum lot, in multiples of the lot, below 12 digits.',
  },
  E000019: {
    name: 'idempotencyKeyReused',
    meaning: 'Idempotency-Key reused with another body',
    detail: 'This Idempotency-Key was used with another body: send a new key.',
  },
  E000020: {
    name: 'slipUnknown',
    meaning: "slip unknown, or not the caller's to change",
    detail: 'There is no such slip, or it is not yours to change: check it in the order list.',
  },
  E000021: {
    name: 'uploadHasBegun',
    meaning: 'an upload that has begun cannot be cancelled',
    detail: 'The upload has begun and cannot be cancelled: wait for its end and get the results.',
  },
  E000022: {
    name: 'actionNotPossible',
    meaning: 'the action is not possible for this side in this state of the slip',
    detail: 'The action is not possible in this state of the slip: read the slip and take one that is possible.',
  },
  E000023: {
    name: 'cursorTooOld',
    meaning: 'the cursor is older than the events that are kept',
    detail: 'Events after this cursor are no longer kept: read everything anew, and follow events from now on.',
  },
  E100001: {
    name: 'noAuthority',
    meaning: 'the caller has no authority for the function',
    detail: 'You have no authority for this function: ask the operator.',
  },
  E100002: {
    name: 'tokenInvalid',
    meaning: 'access token missing, invalid, expired or revoked',
    detail: 'The access token is missing, invalid, expired or revoked: get a new one and send it as a Bearer token.',
  },
  E100003: {
    name: 'tooManyCalls',
    meaning: 'too many calls, or too many batches',
    detail: 'Too many calls: wait as long as Retry-After says.',
  },
  E700001: {
    name: 'bodyUnreadable',
    meaning: 'the request cannot be read: no HTTP, no JSON, or nested too deep',
    detail: 'The body is not readable JSON: send one JSON object in UTF-8.',
  },
  E700002: {
    name: 'wrongContentType',
    meaning: 'Content-Type is not application/json',
    detail: 'Send the body with Content-Type: application/json.',
  },
  E700003: {
    name: 'notAcceptable',
    meaning: 'Accept does not allow application/json',
    detail: 'The answer is JSON: let Accept allow application/json.',
  },
  E700004: {
    name: 'unknownPath',
    meaning: 'unknown path',
    detail: 'There is nothing at this path: check the address.',
  },
  E700005: {
    name: 'methodNotAllowed',
    meaning: 'method not allowed',
    detail: 'This method is not allowed here: use one that Allow names.',
  },
  E700006: { name: 'bodyTooLarge', meaning: 'body too large', detail: 'The body is too large: split the request.' },
  E900001: {
    name: 'internal',
    meaning: 'internal error',
    detail: 'Something went wrong here: tell the operator the request_id.',
  },
  E900002: {
    name: 'unavailable',
    meaning: 'not available now',
    detail: 'The service is not available now: try again after the time that Retry-After says.',
  },
} as const;

type ErrorTable = typeof errorTable;

/** Every error code of the data API (Spec 7). */
export type ErrorCode = keyof ErrorTable;

/** The name of an error code in the code: `errorCode.missing` is `E000001`. */
export type ErrorName = ErrorTable[ErrorCode]['name'];

/** The error codes by name (Spec 7). */
export const errorCode = Object.freeze(
  Object.fromEntries(Object.entries(errorTable).map(([code, { name }]) => [name, code])),
) as { readonly [Code in ErrorCode as ErrorTable[Code]['name']]: Code };
