import { isUtf8 } from 'node:buffer';
import { errorCode } from '@trading-platform/domain-types';
import type { FastifyRequest } from 'fastify';
import { ApiRefusal } from './api-refusal.js';
import { isJsonContentType } from './media-types.js';
import { contentTypeOf } from './raw-body.js';

/** A body that is declared or grows larger than this many times the limit is not even thrown away: the line is cut. */
const discardedAtMost = 16;

/**
 * Reads the body of a call, after the guards.
 *
 * @throws ApiRefusal E700006, E700001
 */
export async function readJsonBody(request: FastifyRequest, limitBytes: number): Promise<unknown> {
  return parseJson(await readBody(request, limitBytes));
}

/** @throws ApiRefusal E700006 for a body that says it is too large */
export function refuseDeclaredSize(request: FastifyRequest, limitBytes: number): void {
  const declared = Number(request.raw.headers['content-length'] ?? 0);
  if (declared > limitBytes) throw tooLarge(declared > limitBytes * discardedAtMost);
}

/** @throws ApiRefusal E700002 for anything but JSON as it is */
export function refuseOtherContentTypes(request: FastifyRequest): void {
  const encoding = request.raw.headers['content-encoding'];
  const isPlain = encoding === undefined || encoding.toLowerCase() === 'identity';
  if (isPlain && isJsonContentType(contentTypeOf(request) ?? '')) return;
  throw ApiRefusal.of(errorCode.wrongContentType);
}

function readBody({ raw }: FastifyRequest, limitBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limitBytes) {
        chunks.push(chunk);
        return;
      }
      raw.off('data', onData).resume();
      reject(tooLarge(true));
    };
    raw.on('data', onData);
    raw.once('end', () => resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)));
    raw.once('error', (error) => reject(endedEarly(error)));
    raw.once('close', () => {
      if (!raw.complete) reject(endedEarly());
    });
  });
}

function endedEarly(cause?: Error): ApiRefusal {
  return ApiRefusal.of(errorCode.bodyUnreadable, { detail: 'The body ended early: send it again.', cause });
}

function parseJson(body: Buffer): unknown {
  if (!isUtf8(body)) throw ApiRefusal.of(errorCode.bodyUnreadable);
  try {
    return JSON.parse(body.toString('utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    throw ApiRefusal.of(errorCode.bodyUnreadable, { cause: error });
  }
}

function tooLarge(cutsLine: boolean): ApiRefusal {
  return ApiRefusal.of(errorCode.bodyTooLarge, cutsLine ? { headers: { Connection: 'close' } } : {});
}
