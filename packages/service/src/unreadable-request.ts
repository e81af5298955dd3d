import { type IncomingMessage, STATUS_CODES } from 'node:http';
import { errorText } from '@trading-platform/domain-types/error-texts';
import { newRequestId } from './request-id.js';

/** A request that could not be read. */
export interface UnreadableRequest {
  readonly requestId: string;
  readonly status: number;
  /** The remedy for the client. */
  readonly detail: string;
  /** The request, if its headers could be read. */
  readonly request: IncomingMessage | undefined;
}

/** The answer to it. */
export interface UnreadableAnswer {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body: object;
}

const reasons = {
  late: { status: 408, detail: errorText('requestLate') },
  headers: { status: 431, detail: errorText('headersTooLarge') },
  syntax: { status: 400, detail: errorText('notHttp') },
  connect: { status: 405, detail: errorText('noProxy') },
} as const;

export type WhyUnreadable = keyof typeof reasons;

/** @param code the code of Node's error */
export function whyUnreadable(code: string | undefined): WhyUnreadable {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'late';
  return code === 'HPE_HEADER_OVERFLOW' ? 'headers' : 'syntax';
}

/** Describes an unreadable request. */
export function unreadable(
  why: WhyUnreadable,
  requestId: string,
  request: IncomingMessage | undefined,
): UnreadableRequest {
  return { requestId, ...reasons[why], request };
}

/** The whole answer as text, because no response object exists to send it. */
export function sayUnreadable(
  why: WhyUnreadable,
  request: IncomingMessage | undefined,
  answer: (request: UnreadableRequest) => UnreadableAnswer,
): string {
  const refused = unreadable(why, newRequestId(), request);
  const { status, requestId } = refused;
  const { headers = {}, body } = answer(refused);
  const json = JSON.stringify(body);
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `X-Request-Id: ${requestId}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(json)}`,
    'Connection: close',
    // An empty list means that no method is allowed (RFC 9110 §10.2.1).
    ...(why === 'connect' ? ['Allow:'] : []),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    json,
  ].join('\r\n');
}

/** The answer of a service without its own form for errors. */
export function answerUnreadable({ status, detail }: UnreadableRequest): UnreadableAnswer {
  return { body: { statusCode: status, error: STATUS_CODES[status], message: detail } };
}
