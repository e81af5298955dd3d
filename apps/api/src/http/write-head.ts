import type { FastifyReply } from 'fastify';

/** Answers around Fastify: its hooks still see the request begin and end, the bytes go to the line as they are. */
export function writeHead(
  reply: FastifyReply,
  status: number,
  headers: Readonly<Record<string, string | number>>,
): void {
  reply.hijack();
  reply.raw.writeHead(status, { ...(reply.getHeaders() as Record<string, string>), ...headers });
}
