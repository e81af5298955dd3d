import type { PortalEncoding } from '@trading-platform/portal';
import Negotiator from 'negotiator';

/** The smallest stored form of a file that a caller accepts, by `Accept-Encoding`. The smaller forms come first. */
export function storedEncoding(accepted: string | undefined, stored: readonly PortalEncoding[]): PortalEncoding {
  if (accepted === undefined) return 'identity';
  const encodings = new Negotiator({ headers: { 'accept-encoding': accepted } }).encodings([...stored]);
  return stored.find((encoding) => encodings.includes(encoding)) ?? 'identity';
}
