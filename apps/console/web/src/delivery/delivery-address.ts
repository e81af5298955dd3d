import type { DeliveryDateQuestion } from '../../../wire/index.js';
import { codesIn } from '../request/request-draft.js';

/** The values that the user has typed, each as a text. */
export interface DeliveryDraft {
  readonly self: string;
  readonly partner: string;
  readonly products: string;
  /** `yyyy-MM-dd HH:mm:ss`. If empty, the current time is used. */
  readonly at: string;
  readonly wish: string;
}

const names = ['self', 'partner', 'products', 'at', 'wish'] as const;

/** Reads the typed values back from an address. */
export function draftOfSearch(search: URLSearchParams): DeliveryDraft {
  const [self = '', partner = '', products = '', at = '', wish = ''] = names.map((name) => search.get(name) ?? '');
  return { self, partner, products, at, wish };
}

/**
 * Returns the address that opens the page with the same request. The address contains codes of members and products,
 * and days, but no secret.
 */
export function searchOfDraft(draft: DeliveryDraft): URLSearchParams {
  const search = new URLSearchParams();
  for (const name of names) {
    const value = name === 'products' ? codesIn(draft.products).join(',') : draft[name].trim();
    if (value !== '') search.set(name, value);
  }
  return search;
}

/** Returns the request for the server. The request is undefined while no partner or no product is chosen. */
export function questionOf({ self, partner, products, at, wish }: DeliveryDraft): DeliveryDateQuestion | undefined {
  const catalogIds = codesIn(products);
  if (partner.trim() === '' || catalogIds.length === 0) return undefined;
  return {
    ...(self.trim() === '' ? {} : { member_code_self: self.trim() }),
    member_code_partner: partner.trim(),
    ...(at === '' ? {} : { send_date: at }),
    details_list: catalogIds.map((catalogId) => ({
      catalog_id: catalogId,
      ...(wish === '' ? {} : { hope_delivery_date: wish }),
    })),
  };
}
