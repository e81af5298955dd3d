import { openAnyhow } from '@trading-platform/service/testing';

/**
 * Sends bytes to a service on a separate connection and returns the status of its answer. Returns undefined if the
 * service closes the connection without an answer.
 */
export async function answerTo(url: string, bytes: Buffer): Promise<number | undefined> {
  const socket = openAnyhow(Number(new URL(url).port), '');
  socket.write(bytes);
  let text = '';
  try {
    for await (const chunk of socket as AsyncIterable<Buffer>) text += chunk.toString('latin1');
  } catch {
    // The service has closed the connection.
  }
  socket.destroy();
  const [, status] = /^HTTP\/1\.1 (\d+)/.exec(text) ?? [];
  return status === undefined ? undefined : Number(status);
}
