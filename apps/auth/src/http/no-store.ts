/** Answers about tokens are never kept by anyone on the way. RFC 6749 5.1. */
export const noStore = { 'Cache-Control': 'no-store', Pragma: 'no-cache' } as const;
