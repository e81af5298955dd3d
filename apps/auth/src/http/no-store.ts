import { applyDecorators, Header } from '@nestjs/common';

/** No cache may store answers about tokens (RFC 6749 5.1). */
export const noStore = { 'Cache-Control': 'no-store', Pragma: 'no-cache' } as const;

/** Marks a handler whose answers no cache may store. */
export function NoStore(): MethodDecorator {
  return applyDecorators(...Object.entries(noStore).map(([name, value]) => Header(name, value)));
}
