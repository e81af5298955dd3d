import type { FastifyReply } from 'fastify';

/**
 * Sends the status and the headers of an answer. The body is then written directly to the connection and not by Fastify.
 * Fastify's hooks for answers still run.
 */
export function writeHead(
  reply: FastifyReply,
  status: number,
  headers: Readonly<Record<string, string | number>>,
): void {
  reply.hijack();
  reply.raw.writeHead(status, { ...(reply.getHeaders() as Record<string, string>), ...headers });
}
