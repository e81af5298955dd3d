import type { PlatformClient } from '@trading-platform/client';
import type { DeliveryDateRequest, FcPriceQuestion } from '@trading-platform/domain-types';
import { CliError, readObject, table } from '@trading-platform/terminal';
import { withConnection } from '../access/connect.js';
import type { ConnectOptions } from '../access/connect-options.js';
import { tokenClaims } from '../access/token-claims.js';
import type { ViewOptions } from '../view-options.js';
import { printView } from './print-view.js';
import { refusalText } from './refusal-text.js';

interface LookupOptions extends ConnectOptions, ViewOptions {
  readonly file?: string;
}

export interface DeliveryDateOptions extends LookupOptions {
  readonly memberCodeSelf?: string;
  readonly memberCodePartner?: string;
  readonly sendDate?: string;
  readonly hopeDeliveryDate?: string;
}

/** Shows the shortest delivery date of each product. */
export async function showDeliveryDates(catalogIds: readonly string[], options: DeliveryDateOptions): Promise<void> {
  await withConnection(options, async ({ client }) => {
    const dates = await client.delivery.shortest(await deliveryRequest(client, catalogIds, options));
    const rows = dates.map(({ catalog_id, shortest_delivery_date, detail_error_list }) => {
      const errors = detail_error_list.map(({ errorItem, errorCode, errorDetail }) =>
        refusalText(errorItem, errorCode, errorDetail),
      );
      return [catalog_id, shortest_delivery_date, errors.join('; ')];
    });
    printView({ json: dates, text: table([['CATALOG ID', 'SHORTEST DATE', 'ERRORS'], ...rows]) }, options);
    tellRefusals(rows.filter(([, , errors]) => errors !== '').length, rows.length);
  });
}

async function deliveryRequest(
  client: PlatformClient,
  catalogIds: readonly string[],
  { file, memberCodeSelf, memberCodePartner, sendDate, hopeDeliveryDate }: DeliveryDateOptions,
): Promise<DeliveryDateRequest> {
  if (file !== undefined) return (await readObject(file)) as unknown as DeliveryDateRequest;
  const self = memberCodeSelf ?? tokenClaims(await client.accessToken()).member_code;
  if (self === undefined || memberCodePartner === undefined || catalogIds.length === 0) {
    throw new CliError('usage', 'Missing: --member-code-partner and at least one catalog_id, or --file');
  }
  const hope = hopeDeliveryDate === undefined ? {} : { hope_delivery_date: hopeDeliveryDate };
  return {
    member_code_self: self,
    member_code_partner: memberCodePartner,
    ...(sendDate === undefined ? {} : { send_date: sendDate }),
    details_list: catalogIds.map((catalogId) => ({ catalog_id: catalogId, ...hope })),
  };
}

export interface FcPriceOptions extends LookupOptions {
  readonly memberCodeStore?: string;
  readonly price?: string;
  readonly orderSendDate?: string;
  readonly deliveryDate?: string;
}

/** Shows the price of each product for a franchise store. */
export async function showFcPrices(catalogIds: readonly string[], options: FcPriceOptions): Promise<void> {
  const questions = await fcQuestions(catalogIds, options);
  await withConnection(options, async ({ client }) => {
    const prices = await client.fc.price(questions);
    const rows = prices.map(({ catalog_id, Price, fc_price, detail_err_list }) => {
      const errors = detail_err_list.map(({ error_code, error_detail }) => refusalText('', error_code, error_detail));
      return [catalog_id, String(Price), String(fc_price), errors.join('; ')];
    });
    printView({ json: prices, text: table([['CATALOG ID', 'PRICE', 'FC PRICE', 'ERRORS'], ...rows]) }, options);
    tellRefusals(rows.filter(([, , , errors]) => errors !== '').length, rows.length);
  });
}

async function fcQuestions(
  catalogIds: readonly string[],
  { file, memberCodeStore, price, orderSendDate, deliveryDate }: FcPriceOptions,
): Promise<readonly FcPriceQuestion[]> {
  if (file !== undefined) {
    const { item } = await readObject(file);
    if (!Array.isArray(item)) throw new CliError('input', `${file}: has no list named item`);
    return item as FcPriceQuestion[];
  }
  const facts = { memberCodeStore, price, orderSendDate, deliveryDate };
  if (catalogIds.length === 0 || Object.values(facts).includes(undefined)) {
    const flags = '--member-code-store, --price, --order-send-date, --delivery-date';
    throw new CliError('usage', `Missing: one of ${flags} or a catalog_id; or give --file`);
  }
  return catalogIds.map((catalogId) => ({
    member_code_store: memberCodeStore ?? '',
    catalog_id: catalogId,
    price: price ?? '',
    order_send_date: orderSendDate ?? '',
    delivery_date: deliveryDate ?? '',
  }));
}

function tellRefusals(refused: number, asked: number): void {
  if (refused > 0) throw new CliError('refused', `${refused} of ${asked} products have an error.`);
}
