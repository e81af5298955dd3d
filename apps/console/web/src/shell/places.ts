import type { IconName } from '../parts/icon.js';
import type { Texts } from '../texts/en.js';

/** The pages in the menu, in display order. */
export interface Place {
  readonly path: string;
  readonly icon: IconName;
  readonly title: (t: Texts) => string;
}

export const places: readonly Place[] = [
  { path: '/', icon: 'overview', title: (t) => t.overview.title },
  { path: '/batches', icon: 'batches', title: (t) => t.batches.title },
  { path: '/request', icon: 'request', title: (t) => t.request.title },
  { path: '/delivery', icon: 'delivery', title: (t) => t.delivery.title },
  { path: '/orders', icon: 'orders', title: (t) => t.orders.title },
  { path: '/connections', icon: 'connections', title: (t) => t.connections.title },
];

/** Returns the menu entry to which an address belongs. */
export function placeOf(path: string): Place | undefined {
  return places.find((place) =>
    place.path === '/' ? path === '/' : path === place.path || path.startsWith(`${place.path}/`),
  );
}
