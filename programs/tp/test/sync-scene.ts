import { FakeRecords } from '@trading-platform/client/testing';
import type { TestPlace } from './copy-places.js';
import { eachWithPlatform, type Scene, type TpOptions, type TpResult, withCredentials } from './run-tp.js';

export const own = '10000001';
export const partner = '50000000';
export const issuer = 'https://auth.example.com';

/** A test of `tp sync`: a platform whose products and slips change. */
export interface SyncScene extends Scene {
  readonly master: FakeRecords;
  readonly trade: FakeRecords;
  sync(place: TestPlace, what: readonly string[], more?: readonly string[], options?: TpOptions): Promise<TpResult>;
  /** The product names that a copy should contain. */
  expectedNames(): string[];
}

/** Gives each test a scene of its own. */
export function eachWithChanges(use: (scene: SyncScene) => void): void {
  eachWithPlatform((scene) => {
    const { platform, workplace } = scene;
    const master = new FakeRecords('member_code', 'member_code_partner', 'item_id');
    const trade = new FakeRecords('trade_id', 'member_code_self');
    platform.states = [];
    platform.tokens.claims = { iss: issuer, member_code: own };
    platform.followed.set('/master/download/buy', master);
    platform.followed.set('/trade/download', trade);
    use({
      ...scene,
      master,
      trade,
      sync: (place, what, more = [], options = {}) => {
        const args = ['sync', ...what, ...withCredentials, '--to', ...place.to, ...more];
        return workplace.tp(args, { ...options, env: { ...place.env, ...options.env } });
      },
      expectedNames: () =>
        master
          .snapshot(undefined)
          .records.map((text) => (JSON.parse(text) as ReturnType<typeof product>).buy[0]?.item_name ?? '')
          .toSorted(),
    });
  });
}

export function product(item: number, name = `product ${item}`) {
  const item_id = `item-${String(item).padStart(5, '0')}`;
  return {
    member_code: own,
    member_code_partner: partner,
    // Real records have `item_id` only in their lines; the fake platform needs it here.
    item_id,
    buy: [{ item_id, item_name: name, item_spec: 'a\u2028b' }],
    catalog: [{ item_id, catalog_id: `c-${item}`, prod_lot_price: '12.5', update_date: '2026-11-01 09:00:00' }],
  };
}

export function products(from: number, to: number) {
  return Array.from({ length: to - from + 1 }, (_, index) => product(from + index));
}

export function slip(number: number) {
  return { trade_id: `T${number}`, member_code_self: own, order_day: '2026-11-01', detail_list: [{ item_id: 'i' }] };
}

/** The product names in a copy. */
export async function names(place: TestPlace): Promise<string[]> {
  return (await place.rows('master_buy')).map(({ item_name }) => String(item_name)).toSorted();
}
