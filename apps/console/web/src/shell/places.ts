import type { Right } from '../../../wire/index.js';
import type { IconName } from '../parts/icon.js';
import type { Texts } from '../texts/en.js';

/** The pages in the menu, in display order. */
export interface Place {
  readonly path: string;
  readonly icon: IconName;
  readonly title: (t: Texts) => string;
  /**
   * The page is useful only to an application with at least one of these rights. If the list is empty, the page needs
   * no right.
   */
  readonly needs: readonly Right[];
}

/** The rights to request downloads. */
export const downloadRights: readonly Right[] = ['trade', 'master', 'setting'];

export const places: readonly Place[] = [
  { path: '/', icon: 'overview', title: (t) => t.overview.title, needs: ['batch'] },
  { path: '/batches', icon: 'batches', title: (t) => t.batches.title, needs: ['batch'] },
  { path: '/request', icon: 'request', title: (t) => t.request.title, needs: downloadRights },
  { path: '/delivery', icon: 'delivery', title: (t) => t.delivery.title, needs: ['lookup'] },
  { path: '/orders', icon: 'orders', title: (t) => t.orders.title, needs: ['order', 'list'] },
  { path: '/slips', icon: 'slips', title: (t) => t.slips.title, needs: ['trade'] },
  { path: '/events', icon: 'events', title: (t) => t.events.title, needs: ['event'] },
  { path: '/connections', icon: 'connections', title: (t) => t.connections.title, needs: [] },
];

/** Returns the menu entry to which an address belongs. */
export function placeOf(path: string): Place | undefined {
  return places.find((place) =>
    place.path === '/' ? path === '/' : path === place.path || path.startsWith(`${place.path}/`),
  );
}
