import { AsyncLocalStorage } from 'node:async_hooks';

const requestIds = new AsyncLocalStorage<string>();

/** Runs work for a request. Every line that is logged in it has the request's id as `request_id`. */
export function runForRequest<Result>(requestId: string, work: () => Result): Result {
  return requestIds.run(requestId, work);
}

/** The fields that name the current request in a log line. */
export function requestFields(): { request_id?: string } {
  const requestId = requestIds.getStore();
  return requestId === undefined ? {} : { request_id: requestId };
}
