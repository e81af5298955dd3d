import { connect, type Socket } from 'node:net';
import type { ApiCaller } from './api-caller.js';

export interface RawCall {
  readonly method?: 'GET' | 'HEAD' | 'POST';
  /** The part of the path after the prefix. */
  readonly path: string;
  readonly body?: object;
  readonly version?: '1.0' | '1.1';
  /** By default the connection is closed after the answer. */
  readonly keepsConnection?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** The port to connect to, if it is not the port of the data API. */
  readonly port?: number;
}

/** Returns the text of a call that asks for an uncompressed answer. */
export async function rawRequest(
  caller: ApiCaller,
  { method = 'POST', path, body, version = '1.1', keepsConnection = false, headers = {} }: RawCall,
): Promise<string> {
  const text = body === undefined ? '' : JSON.stringify(body);
  const lines = [
    `${method} /ordApi/order${path} HTTP/${version}`,
    `Host: ${new URL(caller.addresses.apiUrl).hostname}`,
    `Authorization: Bearer ${await caller.token()}`,
    'Accept-Encoding: identity',
    ...(keepsConnection ? [] : ['Connection: close']),
    ...(body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${text}`;
}

/**
 * Sends a call as raw bytes on a separate connection. The test decides when to read the answer, or whether to read it
 * at all.
 */
export async function rawCall(caller: ApiCaller, call: RawCall): Promise<Socket> {
  const { hostname, port } = new URL(caller.addresses.apiUrl);
  const request = await rawRequest(caller, call);
  const socket = connect(call.port ?? Number(port), hostname);
  socket.pause();
  socket.write(request);
  return socket;
}

/** Sends a get call of a download as raw bytes. */
export function rawGet(caller: ApiCaller, path: string, range: object): Promise<Socket> {
  return rawCall(caller, { path: `${path}/get`, body: range });
}
