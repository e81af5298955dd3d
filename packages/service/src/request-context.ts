import { AsyncLocalStorage } from 'node:async_hooks';

const requestIds = new AsyncLocalStorage<string>();

/** Runs work on behalf of a request: every line that is logged in it carries the id as `request_id`. */
export function runForRequest<Result>(requestId: string, work: () => Result): Result {
  return requestIds.run(requestId, work);
}

/** What a log line says about the request on whose behalf it is written. */
export function requestFields(): { request_id?: string } {
  const requestId = requestIds.getStore();
  return requestId === undefined ? {} : { request_id: requestId };
}
