import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { text } from 'node:stream/consumers';
import { PlatformError } from '@trading-platform/client';
import type { ErrorEntry } from '@trading-platform/domain-types';
import { ConsoleError, fieldError, ofPlatform, signedOut } from '../http/console-error.js';

/** Longer than any pause of the data API within an answer. */
const longestSilenceMs = 60_000;

/** A GET whose bytes are passed on as they come. */
export interface RawCall {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/**
 * A normal answer with its body still to come, compressed as it came: `fetch` would unpack it.
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
    // An error after the beginning of the answer reaches the reader of the answer.
    call.on('error', () => undefined);
    return answer;
  } catch (cause) {
    call.on('error', () => undefined);
    throw new ConsoleError('unavailable', 'The data API does not answer', { cause });
  }
}

/** A refusal of the data API, as the SDK would report it. */
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
