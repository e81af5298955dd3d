import { useQuery } from '@tanstack/preact-query';
import { type KnownProducts, missingProducts, type OrderDefect, type OrderForm } from '@trading-platform/order-file';
import { useMemo } from 'preact/hooks';
import { call } from '../server/call.js';
import { useSession } from '../session/session-context.js';
import { useRights } from '../session/use-rights.js';

/** The maximum number of calls for a list of products. A larger order master is not compared. */
const mostPages = 20;

/**
 * Finds lines whose product is not in the order master of the user's member. Finds nothing if the user may not list
 * products.
 */
export function useMissingProducts(orders: readonly unknown[], form: OrderForm): readonly OrderDefect[] {
  const { memberCode } = useSession().user;
  const enabled = useRights().may('list') && orders.length > 0;
  const { data: known } = useQuery({ queryKey: ['known-products'], queryFn: () => loadProducts(memberCode), enabled });
  return useMemo(
    () => (known === undefined || known === null ? [] : missingProducts(orders, form, known)),
    [orders, form, known],
  );
}

async function loadProducts(memberCode: string): Promise<KnownProducts | null> {
  const catalogIds = new Set<string>();
  const privateItemCodes = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const { products, nextCursor } = await call('GET /api/products', { query: { cursor } });
    for (const { catalogId, privateItemCode } of products) {
      catalogIds.add(catalogId);
      privateItemCodes.add(privateItemCode);
    }
    if (nextCursor === undefined) return { memberCode, catalogIds, privateItemCodes };
    cursor = nextCursor;
  }
  return null;
}
