import type { PortalEncoding } from '@trading-platform/portal';
import Negotiator from 'negotiator';

/**
 * Selects the smallest stored form of a file that the caller accepts, by the header `Accept-Encoding`. `stored` lists the forms
 * from the smallest to the largest.
 */
export function storedEncoding(accepted: string | undefined, stored: readonly PortalEncoding[]): PortalEncoding {
  if (accepted === undefined) return 'identity';
  const encodings = new Negotiator({ headers: { 'accept-encoding': accepted } }).encodings([...stored]);
  return stored.find((encoding) => encodings.includes(encoding)) ?? 'identity';
}
