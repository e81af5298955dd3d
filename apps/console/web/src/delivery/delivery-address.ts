import type { DeliveryDateQuestion } from '../../../wire/index.js';
import { codesIn } from '../request/request-draft.js';

/** The typed values of the page: every field a text. */
export interface DeliveryDraft {
  readonly self: string;
  readonly partner: string;
  readonly products: string;
  /** `yyyy-MM-dd HH:mm:ss`; now if empty. */
  readonly at: string;
  readonly wish: string;
}

const names = ['self', 'partner', 'products', 'at', 'wish'] as const;

/** The draft of an address. */
export function draftOfSearch(search: URLSearchParams): DeliveryDraft {
  const [self = '', partner = '', products = '', at = '', wish = ''] = names.map((name) => search.get(name) ?? '');
  return { self, partner, products, at, wish };
}

/** The address that asks the same question again: it names members, products and days, no secret. */
export function searchOfDraft(draft: DeliveryDraft): URLSearchParams {
  const search = new URLSearchParams();
  for (const name of names) {
    const value = name === 'products' ? codesIn(draft.products).join(',') : draft[name].trim();
    if (value !== '') search.set(name, value);
  }
  return search;
}

/** The question; undefined while the partner or the products are missing. */
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
