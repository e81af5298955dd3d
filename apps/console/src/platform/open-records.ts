import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { text } from 'node:stream/consumers';
import { PlatformError } from '@trading-platform/client';
import type { ErrorEntry } from '@trading-platform/domain-types';
import { ConsoleError, fieldError, ofPlatform, signedOut } from '../http/console-error.js';

/** This timeout is longer than any pause that the data API makes within an answer. */
const longestSilenceMs = 60_000;

/** Sends a GET request and passes the bytes of the answer on as they arrive. */
export interface RawCall {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/**
 * Returns a successful answer before its body has arrived. The body stays compressed, which `fetch` would not allow.
 *
 * @throws ConsoleError with the refusal of the platform; `unavailable` if it does not answer
 */
export async function openAnswer({ address, headers, signal }: RawCall): Promise<IncomingMessage> {
  const answer = await send({ address, headers, signal });
  if (answer.statusCode === 200 || answer.statusCode === 304) return answer;
  throw refusal(answer.statusCode ?? 0, await text(answer).catch(() => ''));
}

async function send({ address, headers, signal }: RawCall): Promise<IncomingMessage> {
  const way = address.startsWith('https:') ? httpsRequest : httpRequest;
  const call = way(address, { headers, signal });
  call.setTimeout(longestSilenceMs, () => call.destroy(new Error('The data API is silent')));
  call.end();
  try {
    const [answer] = (await once(call, 'response', { signal })) as [IncomingMessage];
    // If an answer fails after it has begun, the reader of the answer gets the error.
    call.on('error', () => undefined);
    return answer;
  } catch (cause) {
    call.on('error', () => undefined);
    throw new ConsoleError('unavailable', 'The data API does not answer', { cause });
  }
}

/** A refusal by the data API becomes the same error that the SDK would throw. */
function refusal(status: number, body: string): ConsoleError {
  if (status === 401) return signedOut();
  const { request_id: requestId, error_list: errors = [] } = readBody(body);
  const details = { status, requestId, errors };
  if (status === 403) return ofPlatform(new PlatformError('not-permitted', 'The call is not permitted', details));
  if (status === 429) return ofPlatform(new PlatformError('too-many-calls', 'Too many calls', details));
  if (status >= 400 && status < 500) {
    const [first] = errors;
    const reason = first?.error_detail ?? 'The data API has refused the call';
    return ofPlatform(new PlatformError('request-refused', reason, details));
  }
  return new ConsoleError('unavailable', `The data API answers ${status}`, {
    requestId,
    fields: errors.map(fieldError),
  });
}

function readBody(body: string): { readonly request_id?: string; readonly error_list?: readonly ErrorEntry[] } {
  try {
    return (JSON.parse(body) ?? {}) as ReturnType<typeof readBody>;
  } catch {
    return {};
  }
}
