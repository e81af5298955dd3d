import type { FastifyReply } from 'fastify';

/** Sends the head of an answer whose bytes then go to the connection directly, not through Fastify. Fastify's hooks still run. */
export function writeHead(
  reply: FastifyReply,
  status: number,
  headers: Readonly<Record<string, string | number>>,
): void {
  reply.hijack();
  reply.raw.writeHead(status, { ...(reply.getHeaders() as Record<string, string>), ...headers });
}
