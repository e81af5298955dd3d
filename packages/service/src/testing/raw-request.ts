import { connect } from 'node:net';

/** An answer exactly as received. */
export interface RawAnswer {
  readonly status: number;
  /** By lower-case name; the last value of a repeated header. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends bytes unchanged on a separate connection, and reads until the server closes it. */
export async function rawRequest(url: string, text: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(text);
  const answer = Buffer.concat(await socket.toArray()).toString();
  const [head = '', ...rest] = answer.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line) => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 1).trim(),
  ]);
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: rest.join('\r\n\r\n'),
  };
}

/** A request without a body whose target is sent unchanged. */
export function bare(method: string, target: string, more: Readonly<Record<string, string>> = {}): string {
  const headers = { Host: 'service.example', Origin: 'https://app.example', Connection: 'close', ...more };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return `${[`${method} ${target} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`;
}
