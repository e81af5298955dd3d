import type { FastifyCorsOptions } from '@fastify/cors';

/** How the browsers of other sites may call: the answers are the same for all, so all origins may read them. */
export const corsOptions: FastifyCorsOptions = {
  origin: '*',
  methods: ['GET', 'POST', 'DELETE'],
  allowedHeaders: 'Authorization, Content-Type, Accept, Idempotency-Key, If-None-Match',
  exposedHeaders: [
    'X-Request-Id',
    'ETag',
    'Retry-After',
    'RateLimit-Limit',
    'RateLimit-Remaining',
    'RateLimit-Reset',
    'RateLimit-Policy',
    'WWW-Authenticate',
    'X-Range-Crc32',
    'X-Ignored-Fields',
  ].join(', '),
  maxAge: 7_200,
  strictPreflight: false,
};
