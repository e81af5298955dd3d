import { AsyncLocalStorage } from 'node:async_hooks';

/** Fields that identify a request in log lines. */
export interface RequestFields {
  readonly request_id: string;
  /** The caller's own id of the request. */
  readonly caller_request_id?: string;
}

const requests = new AsyncLocalStorage<RequestFields>();

/** Runs work for a request. Every log line of the work has the request's fields. */
export function runForRequest<Result>(fields: RequestFields, work: () => Result): Result {
  return requests.run(fields, work);
}

/** The fields of the current request for a log line. */
export function requestFields(): Partial<RequestFields> {
  return { ...requests.getStore() };
}
