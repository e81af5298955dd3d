import type { AccessTokenClaims } from '@trading-platform/auth-core';
import type { FastifyReply } from 'fastify';

/** A batch belongs to the member and the client that requested it (Spec 4.6). */
export function ownerOf({ memberCode, clientId }: AccessTokenClaims) {
  return { memberCode, clientId };
}

/** Answers around Fastify: its hooks still see the request begin and end, the bytes go to the line as they are. */
export function writeHead(reply: FastifyReply, headers: Readonly<Record<string, string | number>>, status = 200): void {
  reply.hijack();
  reply.raw.writeHead(status, { ...(reply.getHeaders() as Record<string, string>), ...headers });
}
