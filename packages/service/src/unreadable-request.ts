import { type IncomingMessage, STATUS_CODES } from 'node:http';
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
  late: { status: 408, detail: 'The request took too long to arrive: send it faster.' },
  headers: { status: 431, detail: 'The headers are too large: send fewer or shorter ones.' },
  syntax: { status: 400, detail: 'The request is not readable HTTP: correct it.' },
  connect: { status: 405, detail: 'This service is no proxy: name a path of its own.' },
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
