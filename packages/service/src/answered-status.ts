import type { ServerResponse } from 'node:http';

/** The status of an answer that had not begun when the connection broke, as in nginx. */
const clientClosedRequest = 499;

/** The status of an answer after its connection has finished it. */
export function answeredStatus({
  headersSent,
  statusCode,
}: Pick<ServerResponse, 'headersSent' | 'statusCode'>): number {
  return headersSent ? statusCode : clientClosedRequest;
}
