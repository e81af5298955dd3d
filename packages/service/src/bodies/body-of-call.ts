import { isUtf8 } from 'node:buffer';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { jsonOutline } from '@trading-platform/domain-types';
import type { FastifyRequest } from 'fastify';
import { BodyRefused } from './body-refused.js';
import { UnreadBody } from './unread-body.js';

/**
 * Largest JSON that is parsed on the event loop. Even twenty worst-case texts at the same time delay other calls by
 * less than 50 ms.
 */
export const smallJsonBytes = 128 * 1024;

/** Media type and limit of a body that a handler takes as bytes. */
export interface BytesTaken {
  readonly mediaType: string;
  readonly limitBytes: number;
}

/** A handler argument: the value of a JSON body of at most `smallJsonBytes`. It is read after the guards. */
export const JsonBody = createParamDecorator(async (_: unknown, context: ExecutionContext): Promise<unknown> => {
  const bytes = await unreadBodyOf(context).readOf('application/json', smallJsonBytes);
  return parseJson(bytes);
});

/** A handler argument: the bytes of a body, for handlers that pass them on. They are read after the guards. */
export const BytesBody = createParamDecorator(
  ({ mediaType, limitBytes }: BytesTaken, context: ExecutionContext): Promise<Buffer> =>
    unreadBodyOf(context).readOf(mediaType, limitBytes),
);

function unreadBodyOf(context: ExecutionContext): UnreadBody {
  const { body } = context.switchToHttp().getRequest<FastifyRequest>();
  if (body instanceof UnreadBody) return body;
  throw new Error('The body has been read by something else');
}

/** @throws BodyRefused */
function parseJson(bytes: Buffer): unknown {
  const { excess } = jsonOutline(bytes);
  if (excess !== undefined) throw new BodyRefused(excess);
  if (!isUtf8(bytes)) throw new BodyRefused('not-json');
  try {
    return JSON.parse(bytes.toString());
  } catch (cause) {
    throw new BodyRefused('not-json', { cause });
  }
}
