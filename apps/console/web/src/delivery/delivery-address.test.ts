import { describe, expect, it } from '@jest/globals';
import { draftOfSearch, questionOf, searchOfDraft } from './delivery-address.js';

const draft = { self: '', partner: '50000040', products: '1080, 1081', at: '2026-11-20 15:10:00', wish: '2026-11-27' };

describe('the address of an answer', () => {
  it('makes the same question again', () => {
    const search = searchOfDraft(draft);
    expect(search.toString()).toBe('partner=50000040&products=1080%2C1081&at=2026-11-20+15%3A10%3A00&wish=2026-11-27');
    expect(questionOf(draftOfSearch(search))).toEqual(questionOf(draft));
  });

  it('is no question without a partner or a product', () => {
    expect([questionOf({ ...draft, partner: ' ' }), questionOf({ ...draft, products: ' ,' })]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('asks for each product with the wished day', () => {
    expect(questionOf(draft)).toEqual({
      member_code_partner: '50000040',
      send_date: '2026-11-20 15:10:00',
      details_list: [
        { catalog_id: '1080', hope_delivery_date: '2026-11-27' },
        { catalog_id: '1081', hope_delivery_date: '2026-11-27' },
      ],
    });
  });
});
