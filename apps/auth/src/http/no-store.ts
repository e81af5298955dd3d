import { applyDecorators, Header } from '@nestjs/common';

/** Answers about tokens are never kept by anyone on the way. RFC 6749 5.1. */
export const noStore = { 'Cache-Control': 'no-store', Pragma: 'no-cache' } as const;

/** No cache keeps the answer of the handler. */
export function NoStore(): MethodDecorator {
  return applyDecorators(...Object.entries(noStore).map(([name, value]) => Header(name, value)));
}
