import { AsyncLocalStorage } from 'node:async_hooks';

/** What names a request in log lines. */
export interface RequestFields {
  readonly request_id: string;
  /** The id that the caller has given it. */
  readonly caller_request_id?: string;
}

const requests = new AsyncLocalStorage<RequestFields>();

/** Runs work for a request. Every line that is logged in it has the request's fields. */
export function runForRequest<Result>(fields: RequestFields, work: () => Result): Result {
  return requests.run(fields, work);
}

/** The fields that name the current request in a log line. */
export function requestFields(): Partial<RequestFields> {
  return { ...requests.getStore() };
}
